import { Panel } from '#web/ui/card.tsx'
import { decidedFileUrl } from './client.ts'
import type { PortalInvoiceDetail } from './contract/invoices.ts'
import { DecisionLine } from './decision-line.tsx'

type TrailProps = { invoice: PortalInvoiceDetail }

/** The changes since the last decision. */
export function InvoiceChanges({ invoice }: TrailProps) {
  const { decisions, changes_since_decision: changes } = invoice
  if (changes.length === 0) return null
  const approved = decisions[0]?.decision === 'approved'
  return (
    <Panel
      title={approved ? 'Changed since you approved it' : 'Changed since you asked for changes'}
      className="print:hidden"
    >
      <ul className="flex flex-col gap-4 text-meta">
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a difference has no id, and keeps its place
          <Difference key={index} {...change} />
        ))}
      </ul>
    </Panel>
  )
}

type Change = PortalInvoiceDetail['changes_since_decision'][number]

function Difference({ what, before, after }: Change) {
  return (
    <li className="wrap-anywhere whitespace-pre-line">
      <p className="text-micro text-faint">{what}</p>
      {before !== null && (
        <p className="text-muted">
          <span className="sr-only">Before: </span>
          <del>{before}</del>
        </p>
      )}
      {after !== null ? (
        <p>
          <span className="sr-only">Now: </span>
          <ins className="font-medium no-underline">{after}</ins>
        </p>
      ) : (
        <p>Removed</p>
      )}
    </li>
  )
}

/** Decisions before the current one, which is shown elsewhere. */
export function EarlierDecisions({ token, invoice }: TrailProps & { token: string }) {
  const stands = invoice.approval_status === 'approved' || invoice.approval_status === 'rejected'
  const earlier = stands ? invoice.decisions.slice(1) : invoice.decisions
  if (earlier.length === 0) return null
  return (
    <Panel title="Earlier decisions" className="print:hidden">
      <ol className="flex flex-col gap-5">
        {earlier.map((decision) => (
          <li key={decision.decided_at.toISOString()}>
            <DecisionLine decision={decision} fileUrl={decidedFileUrl(token, decision.certificate)} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
