import { closeDispute, isOpen, openDispute, submitEvidence } from '../../billing/disputes.ts'
import { settleDebit } from '../../billing/payments.ts'
import { refundableAmount, refundCharge, refundObjection } from '../../billing/refunds.ts'
import { decimalsOf } from '../../objects/currency.ts'
import { money } from '../format.ts'
import { type Answer, notFound } from '../page.ts'
import { type PaymentVisit, paymentPage } from './payments.ts'

export function refundPayment(visit: PaymentVisit): Answer {
  const { charge, ledger } = visit
  if (!charge) return notFound('payment')
  const amount = enteredAmount(visit)
  const problem = problemOf(visit, amount) ?? refundObjection(ledger.store, charge, amount)?.message
  if (problem) return paymentPage(visit, problem)
  ledger.change((context) => refundCharge(context, charge, amount))
  return done(visit, 'refunded')
}

export function disputePayment(visit: PaymentVisit): Answer {
  const { charge, ledger } = visit
  if (!charge) return notFound('payment')
  const amount = enteredAmount(visit)
  const problem = charge.disputed ? 'This payment is disputed already.' : problemOf(visit, amount)
  if (problem) return paymentPage(visit, problem)
  ledger.change((context) => openDispute(context, charge, amount))
  return done(visit, 'disputed')
}

function problemOf({ charge, intent }: PaymentVisit, amount: number): string | undefined {
  const left = charge ? refundableAmount(charge) : 0
  if (left === 0) return 'Nothing of this payment is left.'
  if (amount >= 1 && amount <= left) return undefined
  return `Enter an amount up to ${money(left, intent.currency)}.`
}

export function changeDispute(visit: PaymentVisit): Answer {
  const dispute = visit.disputes.find(({ id }) => id === visit.ids[1])
  if (!dispute) return notFound('dispute')
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
