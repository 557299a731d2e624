import type { Context } from '../context.ts'
import { newId } from '../objects/ids.ts'
import type { Charge, Refund } from '../objects/payment.ts'
import type { Store } from '../state/store.ts'
import { refundBehavior } from './cards.ts'
import { DEBIT_DAYS } from './payments.ts'
import { day } from './period.ts'

interface Objection {
  code: string
  message: string
}

export function refundableAmount({ status, amount, amount_refunded }: Charge): number {
  return status === 'succeeded' ? amount - amount_refunded : 0
}

/** The reason why so much of the charge cannot be refunded. */
export function refundObjection(store: Store, charge: Charge, amount: number): Objection | undefined {
  const left = refundableAmount(charge)
  const isDisputed = store
    .all('dispute')
    .some((dispute) => dispute.charge === charge.id && dispute.status !== 'won')
  if (isDisputed) return { code: 'charge_disputed', message: 'This charge has been charged back.' }
  if (left === 0) {
    return { code: 'charge_already_refunded', message: 'Nothing of this charge is left to refund.' }
  }
  if (amount < 1 || amount > left) {
    return { code: 'amount_too_large', message: `Only ${left} of this charge can be refunded.` }
  }
  return undefined
}

export function refundCharge(context: Context, charge: Charge, amount: number): Refund {
  const amount_refunded = charge.amount_refunded + amount
  const refund = context.store.insert('refund', {
    id: newId('refund'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: context.now,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    ...courseOf(context, charge),
  })
  const refunded = context.store.save('charge', {
    ...charge,
    amount_refunded,
    refunded: amount_refunded === charge.amount,
  })
  context.emit('refund.created', refund)
  context.emit('charge.refunded', refunded)
  return refund
}

function courseOf({ now }: Context, charge: Charge): Pick<Refund, 'settles' | 'status'> {
  const { card } = charge.payment_method_details
  if (!card) return { status: 'pending', settles: { at: now + DEBIT_DAYS * day, succeeds: true } }
  switch (refundBehavior(card.last4)) {
    case 'slow':
      return { status: 'pending', settles: { at: now + day, succeeds: true } }
    case 'fails':
      return { status: 'succeeded', settles: { at: now + day, succeeds: false } }
    default:
      return { status: 'succeeded', settles: null }
  }
}

export function settleRefund(context: Context, refund: Refund): void {
  const status = refund.settles?.succeeds ? 'succeeded' : 'failed'
  const settled = context.store.save('refund', { ...refund, status, settles: null })
  const charge = context.store.find('charge', refund.charge)
  if (status === 'failed' && charge) {
    const amount_refunded = charge.amount_refunded - refund.amount
    context.store.save('charge', { ...charge, amount_refunded, refunded: false })
  }
  context.emit('refund.updated', settled)
  if (status === 'failed') context.emit('refund.failed', settled)
}
