import { createHash } from 'node:crypto'
import { requestChanges } from '#features/billing/line-requests/actions.ts'
import type { LineRequestInput } from '#features/billing/line-requests/contract.ts'
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
import type { Invoice } from '../contract/invoice.ts'
import { awaitsDecision, beingRevisedMessage, decisionNotice, isBeingRevised } from '../rules/approval.ts'
import { snapshotOf } from '../rules/differences.ts'
import { isLocked } from '../rules/status.ts'
import { setApproval } from '../store/changes.ts'
import { getInvoice, lockInvoice, notFound, record } from './invoice.ts'
import { sealIfIssued } from './sealing.ts'

interface InvoiceVerdict {
  verdict: Verdict
  notes: string
  /** Requested changes on single lines. The client agrees to the others. */
  lines: LineRequestInput[]
  /** The revision that the client saw. */
  seen: string | undefined
}

/** The acting client decides on the invoice as it is now. */
export async function decideOnInvoice(
  tx: Context,
  id: number,
  { verdict, notes, lines, seen }: InvoiceVerdict,
): Promise<void> {
  const visitor = visitorOf(tx)
  const locked = await lockInvoice(tx, id)
  if (locked.client_id !== visitor.clientId) notFound()
  const shown = await getInvoice(tx, id)
  await requireUndecided(tx, shown, seen)
  const requests = await requestChanges(tx, shown, lines)
  await setApproval(tx.db, tx.accountId, id, verdict, { at: tx.now, notes })
  await closeCheckout(tx, locked)
  const numbered = await sealIfIssued(tx, locked)
  const invoice = await getInvoice(tx, id)
  const certificate = await recordDecision(
    tx,
    {
      type: 'invoice',
      id,
      version: null,
      content: { ...snapshotOf(invoice), ...(lines.length > 0 && { line_requests: lines }) },
      file: null,
      document: { invoice: { ...invoice, decisions: [] }, locale: tx.locale, timeZone: tx.timeZone },
    },
    verdict,
    notes,
  )
  await record(tx, verdict === 'approved' ? 'invoice.approved' : 'invoice.changes_requested', numbered)
  await addUnread(tx, { client_id: visitor.clientId, project_id: invoice.project_id, invoice_id: id })
  const notice = decisionNotice(invoice, { verdict, notes, requests, client: visitor.name }, tx.locale)
  await mailFreelancer(tx, {
    ...notice,
    button: { label: 'Open the invoice', path: `/invoices?view=${id}` },
    link: { label: 'Certificate', path: certificatePath(certificate) },
  })
}

async function requireUndecided(tx: Context, invoice: Invoice, seen: string | undefined): Promise<void> {
  if (invoice.status === 'draft') await refuseDraft(tx, invoice)
  const [last] = invoice.decisions
  if (last && (invoice.approval_status === 'approved' || invoice.approval_status === 'rejected')) {
    refuseSecondDecision(tx, last)
  }
  const { approval_required } = await getClient(tx, invoice.client_id)
  if (!awaitsDecision({ ...invoice, approval_required })) {
    throw new Conflict(
      isLocked(invoice.status)
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
