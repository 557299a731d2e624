import { Repeat } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says by what something was made, with a link to it. */
export function RecurringOrigin({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 text-meta text-muted">
      <Repeat aria-hidden className="icon-sm" />
      <span>{children}</span>
    </p>
  )
}
