import { closeDispute, isOpen, openDispute, submitEvidence } from '../../billing/disputes.ts'
import { settleDebit } from '../../billing/payments.ts'
import { refundableAmount, refundCharge, refundObjection } from '../../billing/refunds.ts'
import { decimalsOf } from '../../objects/currency.ts'
import { money } from '../format.ts'
import { notFound } from '../not-found.ts'
import type { Answer } from '../page.ts'
import { type PaymentVisit, paymentPage } from './payment-page.ts'

export function refundPayment(visit: PaymentVisit): Answer {
  const { charge, ledger } = visit
  if (!charge) return notFound('payment')
  const amount = enteredAmount(visit)
  const objection = refundObjection(ledger.store, charge, amount)
  if (objection) return paymentPage(visit, objectionTo(visit, amount) ?? objection.message)
  ledger.change((context) => refundCharge(context, charge, { amount, reason: null, metadata: {} }))
  return done(visit, 'refunded')
}

export function disputePayment(visit: PaymentVisit): Answer {
  const { charge, ledger } = visit
  if (!charge) return notFound('payment')
  const amount = enteredAmount(visit)
  if (charge.disputed) return paymentPage(visit, 'This payment is disputed already.')
  const problem = objectionTo(visit, amount)
  if (problem) return paymentPage(visit, problem)
  ledger.change((context) => openDispute(context, charge, amount, 'fraudulent'))
  return done(visit, 'disputed')
}

function objectionTo({ charge, intent }: PaymentVisit, amount: number): string | undefined {
  const left = charge?.status === 'succeeded' ? refundableAmount(charge) : 0
  if (left === 0) return 'Nothing of this payment is left.'
  if (amount >= 1 && amount <= left) return undefined
  return `Enter an amount up to ${money(left, intent.currency)}.`
}

export function changeDispute(visit: PaymentVisit): Answer {
  const [, id = ''] = visit.ids
  const dispute = visit.ledger.store.find('dispute', id)
  if (!dispute || dispute.payment_intent !== visit.intent.id) return notFound('dispute')
  if (!isOpen(dispute)) return paymentPage(visit, 'This dispute is closed.')
  const action = visit.form.get('action')
  visit.ledger.change((context) => {
    if (action === 'won' || action === 'lost') closeDispute(context, dispute, action)
    else if (dispute.status === 'needs_response') submitEvidence(context, dispute)
  })
  return done(visit, 'dispute')
}

export function answerDebit(visit: PaymentVisit): Answer {
  const { intent, ledger } = visit
  if (!intent.settles) return paymentPage(visit, 'This payment waits for no bank.')
  ledger.change((context) => settleDebit(context, intent))
  return done(visit, 'answered')
}

const done = (visit: PaymentVisit, what: string): Answer => ({ redirect: `${visit.home}?notice=${what}` })

/** In the smallest unit of the currency; 0 for what is not an amount. */
function enteredAmount({ form, intent }: PaymentVisit): number {
  const text = (form.get('amount') ?? '').trim()
  if (!/^\d{1,9}(\.\d{1,3})?$/.test(text)) return 0
  const amount = Number(text) * 10 ** decimalsOf(intent.currency)
  return Math.abs(amount - Math.round(amount)) < 0.001 ? Math.round(amount) : 0
}
