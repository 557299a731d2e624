import { CircleCheck, FileCode2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { MissingDetail } from './rules/e-invoice-readiness.ts'

type EInvoiceReadinessProps = {
  missing: readonly MissingDetail[]
  /** Shown where nothing is missing. */
  ready: ReactNode
  /** Shown above what is missing. */
  incomplete: string
  /** The request to enter a detail, as a link to where that is done. */
  renderDetail(detail: MissingDetail): ReactNode
  heading?: 'h2' | 'h3'
}

/** Says that an e-invoice can be made, or what is missing for it. */
export function EInvoiceReadiness(props: EInvoiceReadinessProps) {
  const { missing, ready, incomplete, renderDetail, heading: Heading = 'h2' } = props
  const title = useId()
  const isReady = missing.length === 0
  return (
    <section
      aria-labelledby={title}
      className="flex gap-3 rounded border border-hairline bg-surface px-4 py-3 text-meta"
    >
      {isReady ? (
        <CircleCheck aria-hidden className="icon mt-0.5 text-green-ink" />
      ) : (
        <FileCode2 aria-hidden className="icon mt-0.5 text-faint" />
      )}
      <div className="min-w-0 text-muted">
        <Heading id={title} className="text-body font-medium text-ink">
          {isReady ? 'E-invoice ready' : 'Not ready for e-invoices'}
        </Heading>
        {isReady ? ready : <p>{incomplete}</p>}
        {!isReady && (
          <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-4 touch:list-none touch:pl-0 touch:[&_:is(a,button)]:inline-flex touch:[&_:is(a,button)]:min-h-11 touch:[&_:is(a,button)]:items-center">
            {missing.map((detail) => (
              <li key={detail.text} className="min-h-6">
                {renderDetail(detail)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
