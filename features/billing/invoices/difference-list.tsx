import type { InvoiceDifference } from './contract/invoice.ts'

/** The changes of an invoice: before and after. */
export function DifferenceList({ changes }: { changes: InvoiceDifference[] }) {
  return (
    <ul className="mt-1.5 flex flex-col gap-1.5 text-meta">
      {changes.map(({ what, before, after }) => (
        <li key={`${what} ${before} ${after}`} className="wrap-anywhere whitespace-pre-line">
          <span className="text-faint">{what}: </span>
          {before !== null && (
            <del className="text-muted">
              <span className="sr-only">was </span>
              {before}
            </del>
          )}
          {before !== null && after !== null && ' → '}
          {after === null ? (
            <span className="text-muted"> (removed)</span>
          ) : (
            <ins className="no-underline">{after}</ins>
          )}
          {before === null && <span className="text-muted"> (new)</span>}
        </li>
      ))}
    </ul>
  )
}
