import { authenticationFailed, declineOf, paymentCards, subscriptionCards } from '../../billing/cards.ts'
import { declineCard, failAuthentication, payByCard, requireAuthentication } from '../../billing/payments.ts'
import { completeCheckout, type Payer } from '../../billing/purchase.ts'
import type { CheckoutSession } from '../../objects/checkout-session.ts'
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
import { debitTypeOf } from './debit.ts'
import { summary, totalOf } from './summary.ts'
import { backOf, type CheckoutVisit, success } from './visit.ts'

const cardsOf = ({ mode }: CheckoutSession) => (mode === 'payment' ? paymentCards : subscriptionCards)

export function cardPage(visit: CheckoutVisit, errors: CardErrors = {}): Answer {
  const { session } = visit
  return {
    status: 200,
    title: Object.keys(errors).length > 0 ? 'Payment not made' : 'Pay',
    wide: true,
    back: backOf(session),
    leadsTo: [session.success_url],
    main: html`<div class="checkout">
${summary(visit)}
<section class="card" aria-labelledby="pay-by-card">
<h2 id="pay-by-card">Pay by card</h2>
${debitTypeOf(session) && html`<p><a href="${visit.home}/debit">Pay by bank debit instead</a></p>`}
${cardForm({
  action: visit.home,
  cards: cardsOf(session),
  token: visit.token,
  submit: session.amount_total === 0 ? 'Start trial' : `Pay ${totalOf(session)}`,
  form: visit.form,
  errors,
  knownEmail: session.customer_details?.email ?? null,
})}
</section>
</div>`,
  }
}

export function payWithCard(visit: CheckoutVisit): Answer {
  const { ledger, session } = visit
  const { payer, answer, errors } = readCard(
    visit.form,
    cardsOf(session),
    ledger.now(),
    session.customer_details?.email ?? null,
  )
  if (Object.keys(errors).length > 0) return cardPage(visit, errors)
  switch (answer) {
    case 'declined':
      if (session.mode === 'payment') ledger.change((context) => declineCard(context, session, payer))
      return cardPage(visit, {
        form: `${declineOf(payer.number).message} Nothing was paid: try another card.`,
      })
    case 'requires_action': {
      const confirmation = `/checkout/${session.id}/confirm/${awaitAuthentication(ledger.store, session.id, payer)}`
      if (session.mode === 'payment') {
        ledger.change((context) =>
          requireAuthentication(context, session, payer, context.publicUrl + confirmation),
        )
      }
      return { redirect: visit.base + confirmation }
    }
    default:
      return complete(visit, payer)
  }
}

function complete({ ledger, session }: CheckoutVisit, payer: Payer): Answer {
  const pay = session.mode === 'payment' ? payByCard : completeCheckout
  return success(ledger.change((context) => pay(context, session, payer)))
}

export function askBank(visit: CheckoutVisit): Answer {
  const [, attempt = ''] = visit.ids
  const { session } = visit
  const payer = awaitingPayer(visit.ledger.store, attempt, session.id)
  if (!payer) return notFound('payment')
  return authenticationPage({
    what: `a payment of ${totalOf(session)}`,
    card: payer.number,
    action: `${visit.home}/confirm/${attempt}`,
    token: visit.token,
    leadsTo: [session.success_url],
  })
}

export function answerBank(visit: CheckoutVisit): Answer {
  const [, attempt = ''] = visit.ids
  const { ledger, session } = visit
  const payer = awaitingPayer(ledger.store, attempt, session.id)
  if (!payer) return notFound('payment')
  endAuthentication(ledger.store, attempt)
  if (visit.form.get('answer') === 'confirm') return complete(visit, payer)
  if (session.mode === 'payment') ledger.change((context) => failAuthentication(context, session))
  return cardPage({ ...visit, form: new URLSearchParams() }, { form: authenticationFailed.message })
}
