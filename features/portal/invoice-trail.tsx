import { Panel } from '#web/ui/card.tsx'
import type { PortalInvoiceDetail } from './contract.ts'
import { DecisionLine } from './decision-line.tsx'

/** What is different now from what was decided on, and what was decided before. */
export function InvoiceTrail({ invoice }: { invoice: PortalInvoiceDetail }) {
  const { decisions, changes_since_decision: changes, approval_status } = invoice
  const standing = approval_status === 'approved' || approval_status === 'rejected'
  const earlier = standing ? decisions.slice(1) : decisions
  const since =
    decisions[0]?.decision === 'approved' ? 'since you approved it' : 'since you asked for changes'
  if (changes.length === 0 && earlier.length === 0) return null
  return (
    <div className="flex min-w-0 flex-col gap-4 print:hidden">
      {changes.length > 0 && (
        <Panel title={`Changed ${since}`}>
          <ul className="flex flex-col gap-4 text-meta">
            {changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the differences have no id, and never change their order
              <Difference key={index} {...change} />
            ))}
          </ul>
        </Panel>
      )}
      {earlier.length > 0 && (
        <Panel title="Earlier decisions">
          <ol className="flex flex-col gap-5">
            {earlier.map((decision) => (
              <li key={decision.decided_at.toISOString()}>
                <DecisionLine decision={decision} />
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </div>
  )
}

type Change = PortalInvoiceDetail['changes_since_decision'][number]

function Difference({ what, before, after }: Change) {
  return (
    <li className="wrap-anywhere">
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
        <p className="text-muted">Removed</p>
      )}
    </li>
  )
}
