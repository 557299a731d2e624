import { type DocumentLine, describeLine } from '#core/document-lines.ts'
import { formatMoney } from '#core/format.ts'
import { truncateName } from '#core/text.ts'
import { unsettledRequests } from '#features/billing/line-requests/rules.ts'
import type { ApprovalStatus, Verdict } from '#features/engagement/approvals/contract/decisions.ts'
import { invoiceName } from '#features/foundation/business/rules.ts'
import type { Invoice, InvoiceStatus } from '../contract/invoice.ts'

/** A client decides once on an invoice that was sent, unless it is paid or cancelled, or needs no approval. */
export const awaitsDecision = ({
  status,
  approval_status,
  approval_required = true,
}: {
  status: InvoiceStatus
  approval_status: ApprovalStatus | null
  approval_required?: boolean
}): boolean =>
  (status === 'sent' || status === 'overdue') &&
  (approval_status === 'pending' || (approval_status === null && approval_required))

/** Lines that no changes were requested on can be paid without further approval. */
export const needsApproval = (
  invoice: Pick<Invoice, 'status' | 'approval_status' | 'payable' | 'line_requests'> & {
    approval_required: boolean
  },
): boolean => awaitsDecision(invoice) && (invoice.payable === 0 || unsettledRequests(invoice).length === 0)

/** The approval as shown: null where none can be given anymore. */
export const approvalToShow = (
  invoice: Pick<Invoice, 'status' | 'approval_status'>,
): ApprovalStatus | null =>
  invoice.approval_status === 'pending' && !awaitsDecision(invoice) ? null : invoice.approval_status

/** It was sent before and is a draft again, which the client must not see yet. */
export const isBeingRevised = ({
  status,
  approval_status,
  sent_at,
}: Pick<Invoice, 'status' | 'approval_status' | 'sent_at'>): boolean =>
  status === 'draft' && (sent_at !== null || approval_status !== null)

export const beingRevisedMessage = (business: string, number: string): string =>
  `${business} is revising ${invoiceName(number)}. It will be back here once it is sent again.`

/** Sending an invoice asks for approval, unless it was already given. */
export const approvalWhenSent = (before: ApprovalStatus | null): ApprovalStatus =>
  before === 'approved' ? 'approved' : 'pending'

interface ClientDecision {
  verdict: Verdict
  notes: string
  requests: readonly { line: DocumentLine; note: string }[]
  client: string
}

/** Tells the freelancer what the client decided. */
export function decisionNotice(
  invoice: Pick<Invoice, 'invoice_number' | 'total' | 'currency'>,
  { verdict, notes, requests, client }: ClientDecision,
  locale: string,
): { subject: string; heading: string; paragraphs: string[] } {
  const verb = verdict === 'approved' ? 'approved' : 'requested changes to'
  const name = invoiceName(invoice.invoice_number)
  return {
    subject: `${truncateName(client)} ${verb} ${name}`,
    heading: verdict === 'approved' ? 'Invoice approved' : 'Invoice changes requested',
    paragraphs: [
      `${client} ${verb} ${name} for ${formatMoney(invoice.total, invoice.currency, locale)}.`,
      ...(notes ? [`“${notes}”`] : []),
      ...requests.map(({ line, note }) => `${describeLine(line, invoice.currency, locale)}\n“${note}”`),
    ],
  }
}
