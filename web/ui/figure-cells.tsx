import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { cx } from './cx.ts'
import { Skeleton } from './skeleton.tsx'
import { NotAvailable } from './stat-card.tsx'

type FigureCellProps = {
  label: string
  /** Undefined while loading: the cell keeps its size. */
  value: string | undefined
  /** Loading failed. */
  failed: boolean
  /** Words below the figure. */
  hint?: ReactNode
  to: To
  /** Shown in red. */
  alarming?: boolean
  /** Nothing there yet: the figure does not stand out. */
  muted?: boolean
  /** Reserves no lines for words that are still loading. */
  compact?: boolean
  className?: string | undefined
}

/** A figure in words that leads to its list. Cells stand in a grid with a gap of a pixel, on the colour of the hairlines. */
export function FigureCell(props: FigureCellProps) {
  const { label, value, failed, hint, to, alarming = false, muted = false, className } = props
  const { compact = false } = props
  return (
    <Link
      to={to}
      className={cx(
        'row-span-3 grid min-w-0 grid-rows-subgrid gap-y-1 bg-surface p-4 transition-colors -outline-offset-2 hover:bg-sunken forced-colors:border',
        className,
      )}
    >
      <span className={cx('text-meta', alarming ? 'text-red-ink' : 'text-muted')}>{label}</span>
      <span
        className={cx(
          '@container text-heading font-semibold tracking-tight wrap-anywhere tabular-nums',
          alarming && 'text-red-ink',
          muted && 'text-faint',
        )}
      >
        <span
          className={cx(
            value && value.length > 10 && '@max-[8.5rem]:text-body',
            value && value.length > 13 && '@max-[11rem]:text-body @max-[7.5rem]:text-micro/5',
          )}
        >
          {value ?? (failed ? <NotAvailable /> : <Skeleton className="h-[1lh] w-24" />)}
        </span>
      </span>
      <span
        className={cx(
          'text-meta text-pretty',
          !compact && 'min-h-[2lh]',
          alarming ? 'text-red-ink' : 'text-muted',
        )}
      >
        {hint}
      </span>
    </Link>
  )
}
