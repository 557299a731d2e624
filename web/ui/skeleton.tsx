import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A placeholder while something loads. Give it the final size by class: `h-5 w-40`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block', className)} />
}

/** Wraps skeletons and announces once that something is loading. */
export function Loading({ label = 'Loading...', children }: { label?: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

/** Placeholders of the rows of a list. Cards have another height: `max-xl:h-36`. */
export function RowsLoading({ count = 8, className }: { count?: number; className?: string }) {
  return (
    <div className="flex flex-col gap-px">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={index} className={cx('h-11', className)} />
      ))}
    </div>
  )
}
