import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { linkStyle } from './text-link.tsx'

type FieldLinkProps = { id: string; className?: string; children: ReactNode }

/** Moves the focus to a control on the same page. */
export function FieldLink({ id, className, children }: FieldLinkProps) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(id)?.focus()
      }}
      className={cx(linkStyle, 'inline-flex min-h-6 items-center touch:min-h-11', className)}
    >
      {children}
    </a>
  )
}
