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
