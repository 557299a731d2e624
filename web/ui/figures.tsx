import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { Skeleton } from './skeleton.tsx'
import { NotAvailable } from './stat-card.tsx'

/** A line of figures above a list that sum it up. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="mb-6 flex flex-wrap gap-x-6 gap-y-3">{children}</dl>
}

type FigureProps = {
  label: string
  /** Undefined while loading. */
  value: string | undefined
  /** Loading failed. */
  failed: boolean
  /** The first and most important one. On a phone it has a line of its own, unless there are two. */
  large?: boolean
  /** Shown in red. */
  alarming?: boolean
  /** The address of the list that it sums up, on the same page. */
  search?: string
  /** A hint below the field. */
  hint?: string | undefined
}

export function Figure({ label, value, failed, large = false, alarming = false, search, hint }: FigureProps) {
  return (
    <div className={cx('relative', large ? 'min-w-28 sm:min-w-44 max-sm:not-nth-last-2:w-full' : 'min-w-28')}>
      <dt className="text-meta text-muted">
        {search === undefined ? (
          label
        ) : (
          <Link
            to={{ search }}
            preventScrollReset
            className="after:absolute after:inset-0 after:rounded hover:text-ink"
          >
            {label}
          </Link>
        )}
      </dt>
      <dd
        className={cx(
          'flex min-h-8 items-center tabular-nums',
          large ? 'text-figure font-semibold tracking-tight' : 'text-lead sm:pt-1.5',
          alarming && 'text-red-ink',
        )}
      >
        {value ?? (failed ? <NotAvailable /> : <Skeleton className="h-5 w-20" />)}
      </dd>
      {hint && <dd className="text-meta text-muted">{hint}</dd>}
    </div>
  )
}
