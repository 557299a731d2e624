import { html } from '#sandbox/html.ts'
import { paymentCards, subscriptionCards } from '../../billing/cards.ts'
import { debitTypeOf } from '../../billing/debits.ts'
import { payByCard, refuseCard } from '../../billing/payments.ts'
import { startSubscription } from '../../billing/purchase.ts'
import type { CheckoutSession } from '../../objects/checkout-session.ts'
import { bankPage, cardForm, readCard } from '../card-form.ts'
import type { FieldErrors } from '../fields.ts'
import type { Answer } from '../page.ts'
import { type CheckoutVisit, checkoutPage, success, totalOf } from './visit.ts'

const cardsOf = ({ mode }: CheckoutSession) => (mode === 'payment' ? paymentCards : subscriptionCards)

export function cardPage(visit: CheckoutVisit, errors: FieldErrors = {}): Answer {
  const { form, home, session, token } = visit
  const submit = session.amount_total === 0 ? 'Start trial' : `Pay ${totalOf(session)}`
  const content = html`${debitTypeOf(session) && html`<p><a href="${home}/debit">Pay by bank debit instead</a></p>`}
${cardForm({ action: home, cards: cardsOf(session), token, submit, form, errors })}`
  return checkoutPage(visit, 'Pay by card', content, Object.keys(errors).length > 0)
}

export function payWithCard(visit: CheckoutVisit): Answer {
  const { form, home, ledger, session, token } = visit
  const answer = readCard(form, cardsOf(session), ledger.now())
  const isPayment = session.mode === 'payment'
  switch (answer.kind) {
    case 'invalid':
      return cardPage(visit, answer.errors)
    case 'asks': {
      const what = `a payment of ${totalOf(session)}`
      return bankPage({ what, action: home, form, token, leadsTo: [session.success_url] })
    }
    case 'refused':
      if (isPayment) {
        ledger.change((context) => refuseCard(context, session, answer.card, answer.failure))
      }
      return cardPage(visit, { form: `${answer.failure.message} Nothing was paid: try another card.` })
    default:
      return success(
        ledger.change((context) =>
          (isPayment ? payByCard : startSubscription)(context, session, answer.card),
        ),
      )
  }
}
