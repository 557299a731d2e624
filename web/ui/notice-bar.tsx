import type { ReactNode } from 'react'

interface NoticeBarProps {
  /** The topic, announced before the text. Left out where the text names it. */
  label?: string
  /** Nothing is shown without them. */
  children: ReactNode
}

/** A quiet line above every page. It is there before it says something, so that this is announced. */
export function NoticeBar({ label, children }: NoticeBarProps) {
  return (
    <section role="status" aria-label={label} className="print:hidden">
      {children && (
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline bg-sunken px-4 py-1.5 text-body text-muted md:px-8">
          {children}
        </div>
      )}
    </section>
  )
}
