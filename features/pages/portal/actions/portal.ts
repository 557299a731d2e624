import type { Page, PageQuery } from '#core/endpoint.ts'
import { truncateName } from '#core/text.ts'
import { creditNoteAsPdf } from '#features/billing/credit-notes/actions/documents.ts'
import { findCreditNote, listSentNotes } from '#features/billing/credit-notes/actions/notes.ts'
import { invoiceAsPdf } from '#features/billing/documents/actions/pdf.ts'
import { receiptAsPdf } from '#features/billing/documents/actions/receipt.ts'
import { invoiceApproval } from '#features/billing/invoice-on-approval/actions.ts'
import { describeOutcome } from '#features/billing/invoice-on-approval/rules.ts'
import { decideOnInvoice, refuseDraft, revisionOf } from '#features/billing/invoices/actions/decision.ts'
import { getInvoice, payableOfContested, paymentsOf } from '#features/billing/invoices/actions/invoice.ts'
import { markMailsSeen } from '#features/billing/invoices/actions/mails.ts'
import { givePaidNotice } from '#features/billing/invoices/actions/paid-notice.ts'
import { payOnline } from '#features/billing/invoices/actions/paying.ts'
import type { PaidNoticeInput } from '#features/billing/invoices/contract/payments.ts'
import { statusAt } from '#features/billing/invoices/rules/status.ts'
import { canPayOnline, payableOnline } from '#features/billing/payments/actions/payment-page.ts'
import { findPaymentState } from '#features/billing/payments/actions/reconciliation.ts'
import type { PaymentState } from '#features/billing/payments/contract.ts'
import type { Verdict } from '#features/engagement/approvals/contract/decisions.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import { mailFreelancer } from '#features/engagement/notifications/actions/mails.ts'
import { addUnread } from '#features/engagement/notifications/actions/unread.ts'
import { ONLY_THE_CLIENT } from '#features/engagement/portal-access/rules.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { markNewsSeen } from '#features/work/client-news/actions.ts'
import {
  addComment,
  countSharedByVersion,
  listSharedComments,
  sharedCommentsOf,
} from '#features/work/comments/actions.ts'
import type { CommentFilter, VersionComments, VersionKey } from '#features/work/comments/contract.ts'
import {
  decideOnDeliverable,
  mailApprovalReceipt,
  mailDecision,
} from '#features/work/deliverables/actions/decisions.ts'
import { sharedDeliverables } from '#features/work/deliverables/actions/deliverables.ts'
import { openSharedFile } from '#features/work/deliverables/actions/files.ts'
import { milestonesOf } from '#features/work/milestones/actions.ts'
import { type Context, inTransaction, visitorOf } from '#server/context.ts'
import { Forbidden, NotFound } from '#server/errors.ts'
import type { Download } from '#server/http/download.ts'
import { storedDownload } from '#server/http/stored-download.ts'
import type { DeliverableDecision, InvoiceDecision } from '../contract/decisions.ts'
import type { PortalInvoice, PortalInvoiceDetail } from '../contract/invoices.ts'
import type {
  FeeInvoice,
  PortalComment,
  PortalCommentInput,
  PortalDeliverable,
  PortalProject,
  PortalProjectDetail,
} from '../contract/projects.ts'
import * as store from '../store.ts'

const NEWEST_COMMENTS = 100

export async function listProjects(ctx: Context, query: PageQuery): Promise<Page<PortalProject>> {
  const { clientId } = visitorOf(ctx)
  const { items, next } = await store.listProjects(ctx.db, ctx.accountId, clientId, query)
  return { items: items.map(asVisible), next }
}

export async function getProject(ctx: Context, token: string, id: number): Promise<PortalProjectDetail> {
  const visitor = visitorOf(ctx)
  if (visitor.purpose === 'visit') await markNewsSeen(ctx, visitor, id)
  const project = await findProject(ctx, id)
  const [milestones, deliverables, comments, counts] = await Promise.all([
    milestonesOf(ctx, id),
    sharedDeliverables(ctx, id),
    sharedCommentsOf(ctx, id, NEWEST_COMMENTS),
    countSharedByVersion(ctx, id),
  ])
  return {
    ...project,
    locale: visitor.locale,
    milestones,
    deliverables: await forClient(ctx, token, id, deliverables, counts),
    ...comments,
  }
}

async function findProject(ctx: Context, id: number): Promise<PortalProject> {
  const { clientId } = visitorOf(ctx)
  return asVisible((await store.findProject(ctx.db, ctx.accountId, clientId, id)) ?? projectNotFound())
}

type StoredProject = NonNullable<Awaited<ReturnType<typeof store.findProject>>>

function asVisible({ status, ...project }: StoredProject): PortalProject {
  return status === 'cancelled' ? projectNotFound() : { ...project, status }
}

type SharedDeliverable = Awaited<ReturnType<typeof sharedDeliverables>>[number]

async function forClient(
  ctx: Context,
  token: string,
  projectId: number,
  deliverables: SharedDeliverable[],
  counts: VersionComments[],
): Promise<PortalDeliverable[]> {
  const isBilled = deliverables.some(({ is_billed }) => is_billed)
  const invoices = isBilled ? await feeInvoices(ctx, projectId) : new Map<number, FeeInvoice>()
  return deliverables.map((deliverable) => ({
    ...toPortal(token, deliverable, counts),
    invoice: invoices.get(deliverable.id) ?? null,
  }))
}

/** The invoices that the client sees, by the deliverables whose fees they bill. */
async function feeInvoices(ctx: Context, projectId: number): Promise<Map<number, FeeInvoice>> {
  const { clientId } = visitorOf(ctx)
  const rows = await store.listFeeInvoices(ctx.db, ctx.accountId, clientId, projectId)
  const contested = rows.filter(({ approval_status }) => approval_status === 'rejected').map(({ id }) => id)
  const payableNow = await payableOfContested(ctx, contested)
  const read = rows.map((invoice) => ({
    ...invoice,
    payable: payableNow.get(invoice.id) ?? invoice.balance,
    status: visibleStatus(statusAt(ctx.today, invoice)),
  }))
  const payable = await payableOnline(ctx, read)
  return new Map(
    read.map(({ deliverable_id, ...invoice }) => [
      deliverable_id,
      { ...invoice, can_pay_online: payable.has(invoice.id) },
    ]),
  )
}

/** Files are downloaded through the same link. */
function toPortal(token: string, { versions, ...deliverable }: SharedDeliverable, counts: VersionComments[]) {
  const base = `/api/client-portal/${encodeURIComponent(token)}/deliverables/${deliverable.id}`
  const addressed = versions.map((version) => ({
    ...version,
    file_url: version.file ? `${base}/versions/${version.version}/file` : version.link_url,
    comments_count:
      counts.find((one) => one.deliverable_id === deliverable.id && one.version === version.version)?.count ??
      0,
  }))
  return { ...deliverable, file_url: addressed[0]?.file_url ?? null, versions: addressed }
}

export async function listComments(
  ctx: Context,
  projectId: number,
  query: PageQuery & CommentFilter,
): Promise<Page<PortalComment>> {
  await findProject(ctx, projectId)
  return listSharedComments(ctx, projectId, query)
}

export function comment(
  ctx: Context,
  { project_id, content, deliverable }: PortalCommentInput,
): Promise<PortalComment> {
  return inTransaction(ctx, async (tx) => {
    const { clientId, name } = visitorOf(ctx)
    const project =
      (await store.shareLockProject(tx.db, ctx.accountId, clientId, project_id)) ?? projectNotFound()
    const version = deliverable && (await requireSharedVersion(tx, project_id, deliverable))
    const comment = await addComment(
      tx,
      project,
      { content, is_internal: false, deliverable },
      'client',
      name,
    )
    await addUnread(tx, {
      client_id: clientId,
      project_id,
      deliverable_id: deliverable?.id ?? null,
      comment_id: comment.id,
    })
    const where = version && `${truncateName(version.title)}, version ${version.version}`
    await recordActivity(tx, { type: 'comment.received', comment, project, client: { id: clientId, name } })
    await mailFreelancer(
      tx,
      {
        subject: `${truncateName(name)} commented on ${where ?? truncateName(project.name)}`,
        heading: 'New comment from your client',
        paragraphs: [
          `${name} commented on ${where ? `${where}, of ${project.name}` : project.name}:`,
          content,
        ],
        button: {
          label: 'Open the project',
          path: `/projects/${project.id}?tab=${where ? 'deliverables' : 'comments'}`,
        },
      },
      { isCombined: true },
    )
    return comment
  })
}

/** One that was submitted to the acting client. */
async function requireSharedVersion(ctx: Context, projectId: number, { id, version }: VersionKey) {
  const shared = (await sharedDeliverables(ctx, projectId)).find((deliverable) => deliverable.id === id)
  return shared?.versions.find((one) => one.version === version) ?? deliverableNotFound()
}

export function decideDeliverable(
  ctx: Context,
  token: string,
  id: number,
  verdict: Verdict,
  decision: DeliverableDecision,
): Promise<PortalDeliverable> {
  return inTransaction(ctx, async (tx) => {
    const { clientId } = visitorOf(ctx)
    const project =
      (await store.findProjectOfDeliverable(tx.db, ctx.accountId, clientId, id)) ?? deliverableNotFound()
    const decided = await decideOnDeliverable(tx, project.id, id, verdict, decision)
    if (verdict === 'approved') {
      const outcome = await invoiceApproval(tx, decided)
      await mailDecision(tx, decided, describeOutcome(outcome, tx.locale))
      await mailApprovalReceipt(tx, decided)
    } else {
      await mailDecision(tx, decided, [])
    }
    const all = await sharedDeliverables(tx, project.id)
    const [shared] = await forClient(
      tx,
      token,
      project.id,
      all.filter((deliverable) => deliverable.id === id),
      await countSharedByVersion(tx, project.id),
    )
    return shared ?? deliverableNotFound()
  })
}

export async function downloadFile(ctx: Context, id: number, version: number): Promise<Download> {
  const { clientId } = visitorOf(ctx)
  const project =
    (await store.findProjectOfDeliverable(ctx.db, ctx.accountId, clientId, id)) ?? deliverableNotFound()
  return openSharedFile(ctx, project.id, id, version)
}

export async function listInvoices(ctx: Context, query: PageQuery): Promise<Page<PortalInvoice>> {
  const { clientId } = visitorOf(ctx)
  const { items, next } = await store.listInvoices(ctx.db, ctx.accountId, clientId, query)
  return {
    items: items.map((invoice) => ({
      ...invoice,
      status: visibleStatus(statusAt(ctx.today, invoice)),
    })),
    next,
  }
}

/** An invoice that the acting client may see. Reads only. */
async function requireSharedInvoice(ctx: Context, id: number) {
  const { clientId } = visitorOf(ctx)
  if (!(await store.findInvoiceOfClient(ctx.db, ctx.accountId, clientId, id))) invoiceNotFound()
  const { status, ...invoice } = await getInvoice(ctx, id)
  if (status === 'draft') return refuseDraft(ctx, { ...invoice, status })
  return { ...invoice, status }
}

async function getSharedInvoice(ctx: Context, id: number): Promise<PortalInvoiceDetail> {
  const invoice = await requireSharedInvoice(ctx, id)
  const { clientId, locale } = visitorOf(ctx)
  return {
    ...invoice,
    locale,
    time_zone: ctx.timeZone,
    business: invoice.details.seller,
    approval_required: (await getClient(ctx, clientId)).approval_required,
    payments: await paymentsOf(ctx, invoice),
    can_pay_online: await canPayOnline(ctx, invoice),
    credit_notes: await creditNotesOf(ctx, invoice),
    expense_receipts: await store.listExpenseReceipts(ctx.db, ctx.accountId, id),
    revision: revisionOf(invoice),
  }
}

/** Does not ask where nothing was credited. */
const creditNotesOf = async (ctx: Context, { id, credited }: { id: number; credited: number }) =>
  credited === 0 ? [] : listSentNotes(ctx, id)

export async function downloadCreditNote(ctx: Context, id: number): Promise<Download> {
  const note = await findCreditNote(ctx, id)
  if (note?.status !== 'sent') throw new NotFound('Credit note not found')
  await requireSharedInvoice(ctx, note.invoice_id)
  return creditNoteAsPdf(ctx, id)
}

/** The client opens the invoice, which marks the mails about it as seen if this is a visit. */
export async function openInvoice(ctx: Context, id: number): Promise<PortalInvoiceDetail> {
  const { contactId, purpose } = visitorOf(ctx)
  const invoice = await getSharedInvoice(ctx, id)
  if (purpose === 'visit') await markMailsSeen(ctx, id, contactId)
  return invoice
}

export async function downloadInvoice(ctx: Context, id: number): Promise<Download> {
  await requireSharedInvoice(ctx, id)
  return invoiceAsPdf(ctx, id)
}

export async function downloadExpenseReceipt(ctx: Context, id: number, receiptId: number): Promise<Download> {
  await requireSharedInvoice(ctx, id)
  const receipts = await store.listExpenseReceipts(ctx.db, ctx.accountId, id)
  const receipt = receipts.find((one) => one.id === receiptId)
  if (!receipt) throw new NotFound('Receipt not found')
  return storedDownload(ctx, receipt)
}

export async function downloadReceipt(ctx: Context, id: number, paymentId: number): Promise<Download> {
  await requireSharedInvoice(ctx, id)
  return receiptAsPdf(ctx, id, paymentId)
}

/** Leads back to the invoice in the portal. */
export async function payInvoice(ctx: Context, token: string, id: number, origin: string): Promise<string> {
  await requireSharedInvoice(ctx, id)
  return payOnline(ctx, id, `${origin}/client-portal/${encodeURIComponent(token)}/invoices/${id}`)
}

/** Records what the provider says, which only a visit may. */
export async function getPaymentState(ctx: Context, id: number): Promise<PaymentState> {
  if (visitorOf(ctx).purpose !== 'visit') throw new Forbidden(ONLY_THE_CLIENT)
  await requireSharedInvoice(ctx, id)
  return findPaymentState(ctx, id)
}

const visibleStatus = (status: PortalInvoice['status'] | 'draft'): PortalInvoice['status'] =>
  status === 'draft' ? invoiceNotFound() : status

export function decideInvoice(
  ctx: Context,
  id: number,
  { status, client_notes, lines, revision }: InvoiceDecision,
): Promise<PortalInvoiceDetail> {
  return inTransaction(ctx, async (tx) => {
    await decideOnInvoice(tx, id, { verdict: status, notes: client_notes, lines, seen: revision })
    return getSharedInvoice(tx, id)
  })
}

export function sayPaid(ctx: Context, id: number, notice: PaidNoticeInput): Promise<PortalInvoiceDetail> {
  return inTransaction(ctx, async (tx) => {
    await givePaidNotice(tx, id, notice)
    return getSharedInvoice(tx, id)
  })
}

function projectNotFound(): never {
  throw new NotFound('Project not found')
}

function invoiceNotFound(): never {
  throw new NotFound('Invoice not found')
}

function deliverableNotFound(): never {
  throw new NotFound('Deliverable not found')
}
