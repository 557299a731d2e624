import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { Skeleton } from './skeleton.tsx'

type StatCardProps = {
  label: string
  /** Undefined while loading: the card keeps its size. */
  value: ReactNode | undefined
  /** Loading failed. */
  failed?: boolean
  /** If blank, its line is still reserved. */
  hint?: ReactNode
  icon?: ReactNode
  to?: string
}

export function StatCard({ label, value, failed = false, hint, icon, to }: StatCardProps) {
  const style =
    'flex min-w-0 flex-col gap-2 rounded border border-hairline bg-surface p-4 md:p-5 print:break-inside-avoid'
  const content = (
    <>
      <span className="flex items-center gap-2 text-meta text-muted [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint">
        {icon}
        <span className="min-w-0 flex-1">{label}</span>
        {to && (
          <ArrowUpRight
            aria-hidden="true"
            className="opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 max-md:hidden"
          />
        )}
      </span>
      <span className={cx('text-figure font-semibold tracking-tight tabular-nums', sizeOnPhone(value))}>
        {value ?? (failed ? <NotAvailable /> : <Skeleton className="my-1 h-6 w-24" />)}
      </span>
      {hint && <span className="min-h-lh text-meta text-faint">{hint}</span>}
    </>
  )
  if (!to) return <div className={style}>{content}</div>
  return (
    <Link to={to} className={cx(style, 'group transition-colors hover:border-edge')}>
      {content}
    </Link>
  )
}

/** Shown instead of a figure that could not be loaded: unknown is not zero. */
export function NotAvailable() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not available</span>
    </>
  )
}

/** Two cards fit side by side on a phone without breaking an amount. The height stays. */
function sizeOnPhone(value: ReactNode): string | undefined {
  if (typeof value !== 'string') return undefined
  if (value.length <= 10) return 'max-sm:text-heading/8'
  if (value.length <= 11) return 'max-sm:text-heading/8 max-[23rem]:text-lead/8'
  return value.length <= 13
    ? 'max-sm:text-heading/8 max-[23rem]:text-body/8'
    : 'max-sm:text-lead/8 max-[23rem]:text-meta/8'
}
