import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      className={cx('rounded border border-hairline bg-surface print:break-inside-avoid', className)}
    />
  )
}

type PanelProps = {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Names the section after its title, and lets an address lead to it. */
  id?: string
  /** Without padding, for a table or list that reaches the edges. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A card with a heading: a section of a page. */
export function Panel(props: PanelProps) {
  const { title, description, actions, id, flush = false, className, children } = props
  return (
    <section
      {...(id && { id, tabIndex: -1, 'aria-labelledby': `${id}-title` })}
      className={cx('min-w-0 rounded border border-hairline bg-surface print:break-inside-avoid', className)}
    >
      <header
        className={cx(
          'print:break-after-avoid flex min-h-14 items-center justify-between gap-3 border-b border-hairline px-5',
          description ? 'py-3' : 'py-1.5',
        )}
      >
        <div className="min-w-0">
          <h2 id={id && `${id}-title`} className="text-body font-semibold">
            {title}
          </h2>
          {description && <p className="text-meta text-muted">{description}</p>}
        </div>
        {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
      </header>
      <div className={flush ? undefined : 'p-5'}>{children}</div>
    </section>
  )
}
