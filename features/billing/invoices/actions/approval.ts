import { createHash } from 'node:crypto'
import { describeLine } from '#core/document-lines.ts'
import { requestChanges } from '#features/billing/line-requests/actions.ts'
import type { LineRequestInput } from '#features/billing/line-requests/contract.ts'
import { openRequests } from '#features/billing/line-requests/rules.ts'
import { closeCheckout } from '#features/billing/payments/actions/checkouts.ts'
import { recordDecision, refuseSecondDecision } from '#features/engagement/approvals/actions/decisions.ts'
import type { Verdict } from '#features/engagement/approvals/contract/decisions.ts'
import { certificatePath } from '#features/engagement/approvals/rules/decisions.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import { mailFreelancer } from '#features/engagement/notifications/actions/mails.ts'
import { addUnread } from '#features/engagement/notifications/actions/unread.ts'
import { businessOf } from '#features/foundation/account/actions.ts'
import { type Context, visitorOf } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Invoice } from '../contract/invoice.ts'
import {
  approvalWhenSent,
  awaitsDecision,
  beingRevisedMessage,
  decisionLabel,
  isBeingRevised,
} from '../rules/approval.ts'
import { snapshotOf } from '../rules/differences.ts'
import { documentOf } from '../rules/document.ts'
import { isLocked } from '../rules/status.ts'
import { setApproval } from '../store/changes.ts'
import { renderDecidedInvoice } from './decided-document.ts'
import { getInvoice, type LockedInvoice, lockInvoice, notFound, record } from './invoice.ts'

/** Resets an approval once the approved content changes, and returns the invoice's new version if it did. */
export async function resetApprovalIfChanged(
  tx: Context,
  { id, approval_status }: LockedInvoice,
): Promise<number | undefined> {
  if (approval_status !== 'approved') return undefined
  const { changes_since_decision } = await getInvoice(tx, id)
  if (changes_since_decision.length === 0) return undefined
  return setApproval(tx.db, tx.accountId, id, 'pending')
}

/** What a client has approved is approved again, once a change of it was undone. */
export async function reinstateApproval(tx: Context, id: number): Promise<void> {
  const { approval_status, decisions, changes_since_decision } = await getInvoice(tx, id)
  const [last] = decisions
  if (approval_status !== 'pending' || last?.decision !== 'approved' || changes_since_decision.length > 0)
    return
  const { decided_at: at, feedback: notes } = last
  await setApproval(tx.db, tx.accountId, id, 'approved', { at, notes })
}

/** What the client requested on single lines is answered first. */
export async function askForApproval(tx: Context, locked: LockedInvoice) {
  const { id, client_id, approval_status, has_line_requests } = locked
  if (has_line_requests && openRequests(await getInvoice(tx, id)).length > 0) return
  const { approval_required } = await getClient(tx, client_id)
  if (approval_required && approvalWhenSent(approval_status) === 'pending')
    await setApproval(tx.db, tx.accountId, id, 'pending')
}

interface InvoiceVerdict {
  verdict: Verdict
  notes: string
  /** What should be changed on single lines. The client agrees to the others. */
  lines: LineRequestInput[]
  /** The revision that the client saw. */
  seen: string | undefined
}

/** The client's decision on the present invoice, which a job renders as it is now. */
export async function decideOnInvoice(
  tx: Context,
  id: number,
  { verdict, notes, lines, seen }: InvoiceVerdict,
): Promise<void> {
  const visitor = visitorOf(tx)
  const locked = await lockInvoice(tx, id)
  if (locked.client_id !== visitor.clientId) notFound()
  const invoice = await getInvoice(tx, id)
  if (invoice.status === 'draft') await refuseDraft(tx, invoice)
  const [last] = invoice.decisions
  if (last && (invoice.approval_status === 'approved' || invoice.approval_status === 'rejected')) {
    refuseSecondDecision(tx, last)
  }
  const { approval_required } = await getClient(tx, visitor.clientId)
  if (!awaitsDecision({ ...invoice, approval_required })) {
    const closed = isLocked(invoice.status)
    throw new Conflict(
      closed
        ? `This invoice is ${invoice.status}, so there is nothing left to decide.`
        : 'This invoice needs no approval.',
      { code: 'decision_closed' },
    )
  }
  if (seen !== undefined && seen !== revisionOf(invoice)) {
    throw new Conflict('This invoice was changed while you were reading it. Please review it again.', {
      code: 'version_conflict',
    })
  }
  const content = { ...snapshotOf(invoice), ...(lines.length > 0 && { line_requests: lines }) }
  const { id: decisionId, certificate } = await recordDecision(
    tx,
    { type: 'invoice', id, version: null, content, file: null, document: documentOf(invoice, tx) },
    verdict,
    notes,
  )
  await enqueue(tx, renderDecidedInvoice, { decisionId })
  await setApproval(tx.db, tx.accountId, id, verdict, { at: tx.now, notes })
  await addUnread(tx, { client_id: visitor.clientId, project_id: invoice.project_id, invoice_id: id })
  const requests = await requestChanges(tx, invoice, lines)
  await closeCheckout(tx, locked)
  const { title, subject, words } = decisionLabel(verdict, visitor.name, invoice, tx.locale)
  await record(tx, verdict === 'approved' ? 'invoice.approved' : 'invoice.changes_requested', locked)
  await mailFreelancer(tx, {
    subject,
    heading: title,
    paragraphs: [
      words,
      ...(notes ? [`“${notes}”`] : []),
      ...requests.map(({ line, note }) => `${describeLine(line, invoice.currency, tx.locale)}\n“${note}”`),
    ],
    button: { label: 'Open the invoice', path: `/invoices?view=${id}` },
    link: { label: 'Certificate', path: certificatePath(certificate) },
  })
}

/** A client who was sent an invoice is told that it is being revised. One that was never sent is not found. */
export async function refuseDraft(ctx: Context, invoice: Invoice): Promise<never> {
  if (!isBeingRevised(invoice)) notFound()
  const { name } = await businessOf(ctx)
  throw new Conflict(beingRevisedMessage(name, invoice.invoice_number), {
    code: 'invoice_being_revised',
  })
}

/** Identifies an invoice's content: it changes with items, tax, dates, notes and payment details. */
export const revisionOf = (invoice: Parameters<typeof snapshotOf>[0]): string =>
  createHash('sha256')
    .update(JSON.stringify(snapshotOf(invoice)))
    .digest('hex')
    .slice(0, 32)
