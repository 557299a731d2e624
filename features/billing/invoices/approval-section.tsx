import { formatInstant, formatInstantDate, formatMoney } from '#core/format.ts'
import { openRequests, unsettledRequests } from '#features/billing/line-requests/rules.ts'
import { ApprovalBadge } from '#features/engagement/approvals/approval-badge.tsx'
import { CertificateLink } from '#features/engagement/approvals/certificate-link.tsx'
import { decidedFileUrl } from '#features/engagement/approvals/client.ts'
import type { Decision } from '#features/engagement/approvals/contract/decisions.ts'
import { Quote } from '#web/ui/quote.tsx'
import type { Invoice, InvoiceDifference } from './contract/invoice.ts'
import { DifferenceList } from './difference-list.tsx'
import { approvalToShow } from './rules/approval.ts'
import { isPayable } from './rules/status.ts'

/** The client's decision and what has changed since. Empty until the client was asked. */
export function ApprovalSection({ invoice }: { invoice: Invoice }) {
  const { decisions, changes_since_decision } = invoice
  const approval = approvalToShow(invoice)
  if (!approval && decisions.length === 0) return null
  const [last, ...earlier] = decisions
  return (
    <section aria-labelledby="approval" className="flex flex-col gap-3 rounded border border-hairline p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 id="approval" className="text-body font-semibold">
          Approval
        </h3>
        {approval && <ApprovalBadge status={approval} />}
        <p className="text-meta text-muted">{approvalSummary(invoice)}</p>
      </div>
      {last && <Decided decision={last} />}
      {changes_since_decision.length > 0 && last && (
        <Changes changes={changes_since_decision} since={last.decision} />
      )}
      {earlier.length > 0 && (
        <details className="text-meta">
          <summary className="w-fit rounded-xs py-1 font-medium text-muted hover:text-ink touch:min-h-11">
            Earlier decisions ({earlier.length})
          </summary>
          <ol className="mt-2 flex flex-col gap-3">
            {earlier.map((decision) => (
              <li key={decision.decided_at.toISOString()}>
                <Decided decision={decision} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

function approvalSummary(invoice: Invoice): string {
  const {
    sent_at,
    decisions: [last],
  } = invoice
  const open = openRequests(invoice).length
  if (open > 0 && isPayable(invoice)) {
    return `${open === 1 ? 'One line waits' : `${open} lines wait`} for your answer. ${formatMoney(invoice.payable, invoice.currency)} can be paid now.`
  }
  if (approvalToShow(invoice) !== 'pending') return sent_at ? `Sent ${formatInstantDate(sent_at)}` : ''
  if (unsettledRequests(invoice).length > 0) {
    return invoice.changes_since_sent.length > 0
      ? 'Your answers are in the portal, but were not mailed. Send the invoice again to let your client know.'
      : 'Your client is asked about the lines that you answered.'
  }
  if (last && (!sent_at || sent_at <= last.decided_at))
    return 'Your changes reset the approval. Send the invoice again to let your client know.'
  return sent_at ? `Waiting for your client, sent ${formatInstant(sent_at)}` : 'Waiting for your client'
}

function Decided({ decision }: { decision: Decision }) {
  return (
    <div className="text-meta">
      <p className="text-muted">
        {decision.decision === 'approved' ? 'Approved' : 'Changes requested'} by {decision.client_name},{' '}
        <time dateTime={decision.decided_at.toISOString()}>{formatInstant(decision.decided_at)}</time>
      </p>
      {decision.feedback && <Quote className="mt-1.5 text-body">{decision.feedback}</Quote>}
      <CertificateLink
        decision={decision}
        fileUrl={decidedFileUrl(decision.certificate)}
        className="mt-1.5"
      />
    </div>
  )
}

type ChangesProps = { changes: InvoiceDifference[]; since: Decision['decision'] }

function Changes({ changes, since }: ChangesProps) {
  return (
    <div className="text-meta">
      <h4 className="font-medium">
        Changed since {since === 'approved' ? 'it was approved' : 'changes were requested'}
      </h4>
      <DifferenceList changes={changes} />
    </div>
  )
}
