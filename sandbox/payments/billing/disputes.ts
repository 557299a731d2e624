import type { Context } from '../context.ts'
import type { Charge } from '../objects/charge.ts'
import { type Dispute, type DisputeReason, newDispute } from '../objects/dispute.ts'

export const isLostOrOpen = ({ status }: Dispute): boolean => status !== 'won'

export const isOpen = ({ status }: Dispute): boolean =>
  status === 'needs_response' || status === 'under_review'

/** The amount is withdrawn at once, and comes back if the dispute is won. */
export function openDispute(
  context: Context,
  charge: Charge,
  amount: number,
  reason: DisputeReason,
): Dispute {
  const dispute = newDispute(context.now, charge, amount, reason)
  context.store.insert('dispute', dispute)
  context.store.save('charge', { ...charge, disputed: true })
  context.emit('charge.dispute.created', dispute)
  context.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export function submitEvidence(context: Context, dispute: Dispute): Dispute {
  const submitted: Dispute = {
    ...dispute,
    status: 'under_review',
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      submission_count: dispute.evidence_details.submission_count + 1,
    },
  }
  context.store.save('dispute', submitted)
  context.emit('charge.dispute.updated', submitted, dispute)
  return submitted
}

export function closeDispute(context: Context, dispute: Dispute, status: 'lost' | 'won'): Dispute {
  const closed: Dispute = { ...dispute, status }
  context.store.save('dispute', closed)
  if (status === 'won') context.emit('charge.dispute.funds_reinstated', closed)
  context.emit('charge.dispute.closed', closed, dispute)
  return closed
}
