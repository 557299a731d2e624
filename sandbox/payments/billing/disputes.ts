import type { Context } from '../context.ts'
import { newId } from '../objects/ids.ts'
import type { Charge, Dispute } from '../objects/payment.ts'
import { day } from './period.ts'

const DAYS_TO_RESPOND = 7

export const isOpen = ({ status }: Dispute): boolean =>
  status === 'needs_response' || status === 'under_review'

export function openDispute(context: Context, charge: Charge, amount: number): void {
  const dispute = context.store.insert('dispute', {
    id: newId('dispute'),
    object: 'dispute',
    amount,
    charge: charge.id,
    created: context.now,
    currency: charge.currency,
    evidence_details: { due_by: context.now + DAYS_TO_RESPOND * day },
    payment_intent: charge.payment_intent,
    status: 'needs_response',
  })
  context.store.save('charge', { ...charge, disputed: true })
  context.emit('charge.dispute.created', dispute)
}

export function submitEvidence(context: Context, dispute: Dispute): void {
  const submitted = context.store.save('dispute', { ...dispute, status: 'under_review' })
  context.emit('charge.dispute.updated', submitted)
}

export function closeDispute(context: Context, dispute: Dispute, status: 'lost' | 'won'): void {
  const closed = context.store.save('dispute', { ...dispute, status })
  context.emit('charge.dispute.closed', closed)
}
