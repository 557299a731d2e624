import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type SectionProps = {
  title: ReactNode
  /** A quiet note at the end of the heading's line. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a page with its heading above, for content that is a card, or several. */
export function Section({ title, aside, className, children }: SectionProps) {
  return (
    <section className={cx('min-w-0', className)}>
      <header className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-body font-semibold">{title}</h2>
        {aside && <p className="text-meta text-muted">{aside}</p>}
      </header>
      {children}
    </section>
  )
}
