import { openRequests } from '#features/billing/line-requests/rules.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import type { Context } from '#server/context.ts'
import { approvalWhenSent } from '../rules/approval.ts'
import { setApproval } from '../store/changes.ts'
import { getInvoice, type LockedInvoice } from './invoice.ts'

/** Resets an approval once the approved content changes, and returns the invoice's new version if it did. */
export async function resetApprovalIfChanged(
  tx: Context,
  { id, approval_status, sealed_at }: LockedInvoice,
): Promise<number | undefined> {
  if (approval_status !== 'approved' || sealed_at) return undefined
  const { changes_since_decision } = await getInvoice(tx, id)
  if (changes_since_decision.length === 0) return undefined
  return setApproval(tx.db, tx.accountId, id, 'pending')
}

/** Approves an invoice again, once a change to it was undone. */
export async function reinstateApproval(tx: Context, id: number): Promise<void> {
  const { approval_status, decisions, changes_since_decision } = await getInvoice(tx, id)
  const [last] = decisions
  if (approval_status !== 'pending' || last?.decision !== 'approved' || changes_since_decision.length > 0)
    return
  const { decided_at: at, feedback: notes } = last
  await setApproval(tx.db, tx.accountId, id, 'approved', { at, notes })
}

/** Asks for approval, unless the invoice is final. The client's requests on single lines have to be answered first. */
export async function askForApproval(tx: Context, locked: LockedInvoice) {
  const { id, client_id, approval_status, has_line_requests, sealed_at } = locked
  if (sealed_at) return
  if (has_line_requests && openRequests(await getInvoice(tx, id)).length > 0) return
  const { approval_required } = await getClient(tx, client_id)
  if (approval_required && approvalWhenSent(approval_status) === 'pending')
    await setApproval(tx.db, tx.accountId, id, 'pending')
}
