import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A term and its value. Omitted if there is no value. */
export function Fact({
  term,
  className,
  children,
}: {
  term: string
  className?: string
  children: ReactNode
}) {
  if (!children) return null
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="text-micro text-faint">{term}</dt>
      <dd className="mt-0.5 tabular-nums wrap-anywhere">{children}</dd>
    </div>
  )
}
