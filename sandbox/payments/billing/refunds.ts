import type { Context } from '../context.ts'
import type { Charge } from '../objects/charge.ts'
import type { Settlement } from '../objects/payment-intent.ts'
import { newRefund, type Refund, type RefundReason } from '../objects/refund.ts'
import type { Metadata } from '../objects/wire.ts'
import type { Store } from '../state/store.ts'
import { refundBehavior } from './cards.ts'
import { isLostOrOpen } from './disputes.ts'
import { DEBIT_DAYS } from './payments.ts'
import { day } from './period.ts'

export interface RefundOrder {
  amount: number
  reason: RefundReason | null
  metadata: Metadata
}

interface Objection {
  code: string
  message: string
}

export const refundableAmount = (charge: Charge): number => charge.amount_captured - charge.amount_refunded

/** Why so much of the charge cannot be refunded. */
export function refundObjection(store: Store, charge: Charge, amount: number): Objection | undefined {
  const left = refundableAmount(charge)
  if (charge.status !== 'succeeded') {
    return { code: 'charge_not_refundable', message: `Charge ${charge.id} did not succeed.` }
  }
  if (store.all('dispute').some((dispute) => dispute.charge === charge.id && isLostOrOpen(dispute))) {
    return {
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    }
  }
  if (left === 0) {
    return { code: 'charge_already_refunded', message: `Charge ${charge.id} has already been refunded.` }
  }
  if (amount < 1 || amount > left) {
    return {
      code: 'amount_too_large',
      message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
    }
  }
  return undefined
}

export function refundCharge(context: Context, charge: Charge, order: RefundOrder): Refund {
  const amount_refunded = charge.amount_refunded + order.amount
  const refunded = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount }
  const refund = newRefund(context.now, { ...order, charge, ...courseOf(context, charge) })
  context.store.insert('refund', refund)
  context.store.save('charge', refunded)
  context.emit('refund.created', refund)
  context.emit('charge.refunded', refunded, charge)
  return refund
}

function courseOf(
  context: Context,
  charge: Charge,
): { status: Refund['status']; settles: Settlement | null } {
  const { card } = charge.payment_method_details ?? {}
  if (!card) {
    return { status: 'pending', settles: { at: context.now + DEBIT_DAYS * day, succeeds: true } }
  }
  switch (refundBehavior(card.last4 ?? '')) {
    case 'slow':
      return { status: 'pending', settles: { at: context.now + day, succeeds: true } }
    case 'fails':
      return { status: 'succeeded', settles: { at: context.now + day, succeeds: false } }
    default:
      return { status: 'succeeded', settles: null }
  }
}

export function settleRefund(context: Context, refund: Refund): void {
  const settled: Refund = refund.settles?.succeeds
    ? { ...refund, status: 'succeeded', settles: null }
    : { ...refund, status: 'failed', failure_reason: 'unknown', settles: null }
  context.store.save('refund', settled)
  const charge = context.store.find('charge', refund.charge)
  if (settled.status === 'failed' && charge) {
    const amount_refunded = charge.amount_refunded - refund.amount
    context.store.save('charge', { ...charge, amount_refunded, refunded: false })
  }
  context.emit('refund.updated', settled, refund)
  context.emit('charge.refund.updated', settled, refund)
  if (settled.status === 'failed') context.emit('refund.failed', settled)
}
