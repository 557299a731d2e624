import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  text?: ReactNode
  action?: ReactNode
  className?: string
}

/** Says what belongs here and offers the first step. */
export function EmptyState({ icon, title, text, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center gap-1.5 px-6 py-14 text-center', className)}>
      {icon && (
        <span
          aria-hidden="true"
          className="mb-3 flex size-11 items-center justify-center rounded-full border border-hairline bg-surface text-muted [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <h2 className="text-lead font-semibold text-balance">{title}</h2>
      {text && <p className="max-w-sm text-body text-balance text-muted">{text}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** The text of a list that is empty because of its search or its filters. */
export const nothingFound = (q: string): string =>
  q ? 'Nothing matches your search.' : 'Nothing matches these filters.'
