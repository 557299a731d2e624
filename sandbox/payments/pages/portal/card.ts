import { authenticationFailed, declineOf, subscriptionCards } from '../../billing/cards.ts'
import { attachCard, makeDefaultCard } from '../../billing/customers.ts'
import type { Payer } from '../../billing/purchase.ts'
import {
  authenticationPage,
  awaitAuthentication,
  awaitingPayer,
  endAuthentication,
} from '../authentication.ts'
import { type CardErrors, cardForm, readCard } from '../card-form.ts'
import { html } from '../html.ts'
import { notFound } from '../not-found.ts'
import type { Answer } from '../page.ts'
import { backHome, done, leadsTo, type PortalVisit } from './visit.ts'

export function cardPage(visit: PortalVisit, errors: CardErrors = {}): Answer {
  if (!visit.configuration.features.payment_method_update.enabled) return notFound()
  const { url, label } = backHome(visit)
  return {
    status: 200,
    title: 'Update card',
    back: { url: `${url}?home`, label },
    leadsTo: leadsTo(visit),
    main: html`<section class="card">
<h1>Update card</h1>
<p class="quiet">Later invoices are charged to this card.</p>
${cardForm({
  cards: subscriptionCards,
  action: `${visit.home}/card`,
  token: visit.token,
  submit: 'Save card',
  form: visit.form,
  errors,
  knownEmail: visit.customer.email,
})}
</section>`,
  }
}

export function saveCard(visit: PortalVisit): Answer {
  if (!visit.configuration.features.payment_method_update.enabled) return notFound()
  const { payer, answer, errors } = readCard(
    visit.form,
    subscriptionCards,
    visit.ledger.now(),
    visit.customer.email,
  )
  if (Object.keys(errors).length > 0) return cardPage(visit, errors)
  switch (answer) {
    case 'declined':
      return cardPage(visit, {
        form: `${declineOf(payer.number).message} Your card on file was not changed.`,
      })
    case 'requires_action': {
      const attempt = awaitAuthentication(visit.ledger.store, visit.session.id, payer)
      return { redirect: `${visit.home}/card/${attempt}` }
    }
    default:
      return keepCard(visit, payer)
  }
}

function keepCard(visit: PortalVisit, payer: Payer): Answer {
  visit.ledger.change((context) => {
    const card = attachCard(context, { ...payer, customer: visit.customer.id })
    makeDefaultCard(context, visit.customer.id, card)
  })
  return done(visit, 'card')
}

export function askBank(visit: PortalVisit): Answer {
  const [attempt = ''] = visit.ids
  const payer = awaitingPayer(visit.ledger.store, attempt, visit.session.id)
  if (!payer) return notFound('card')
  return authenticationPage({
    what: 'saving the card for later payments',
    card: payer.number,
    action: `${visit.home}/card/${attempt}`,
    token: visit.token,
    leadsTo: leadsTo(visit),
  })
}

export function answerBank(visit: PortalVisit): Answer {
  const [attempt = ''] = visit.ids
  const payer = awaitingPayer(visit.ledger.store, attempt, visit.session.id)
  if (!payer) return notFound('card')
  endAuthentication(visit.ledger.store, attempt)
  if (visit.form.get('answer') === 'confirm') return keepCard(visit, payer)
  return cardPage({ ...visit, form: new URLSearchParams() }, { form: authenticationFailed.message })
}
