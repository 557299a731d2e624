import { html } from '#sandbox/html.ts'
import { subscriptionCards } from '../../billing/cards.ts'
import { attachCard } from '../../billing/customers.ts'
import { bankPage, cardForm, readCard } from '../card-form.ts'
import type { FieldErrors } from '../fields.ts'
import type { Answer } from '../page.ts'
import { backHome, done, leadsTo, type PortalVisit } from './visit.ts'

export function cardPage(visit: PortalVisit, errors: FieldErrors = {}): Answer {
  const { form, home, token } = visit
  return {
    title: 'Update card',
    back: backHome(visit),
    leadsTo: leadsTo(visit),
    main: html`<section class="card">
<h1>Update card</h1>
<p class="quiet">Later invoices are charged to this card.</p>
${cardForm({ cards: subscriptionCards, action: `${home}/card`, token, submit: 'Save card', form, errors })}
</section>`,
  }
}

export function saveCard(visit: PortalVisit): Answer {
  const { customer, form, home, ledger, token } = visit
  const answer = readCard(form, subscriptionCards, ledger.now())
  switch (answer.kind) {
    case 'invalid':
      return cardPage(visit, answer.errors)
    case 'asks': {
      const what = 'saving the card for later payments'
      return bankPage({ what, action: `${home}/card`, form, token, leadsTo: leadsTo(visit) })
    }
    case 'refused':
      return cardPage(visit, { form: `${answer.failure.message} Your card on file was not changed.` })
    default:
      ledger.change((context) => attachCard(context, customer.id, answer.card))
      return done(visit, 'card')
  }
}
