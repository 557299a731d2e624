import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#core/format.ts'
import { IconButton } from './icon-button.tsx'

type BulkBarProps = {
  /** The accessible name: "Selected invoices". */
  label: string
  count: number
  /** The sum of the selected records: "7.5 h". */
  sum?: string
  onClear(): void
  /** Buttons. */
  children: ReactNode
}

/** Actions for the selected records. By keyboard it comes before the list, below which it is shown. */
export function BulkBar({ label, count, sum, onClear, children }: BulkBarProps) {
  return (
    <section
      aria-label={label}
      data-bottom-bar
      className="popup sticky bottom-[calc(var(--bottom-bars)+1rem)] z-20 short:static order-last mt-6 flex flex-wrap items-center gap-2 p-2 pl-4 max-md:mt-3"
    >
      <p className="mr-auto font-medium" aria-live="polite">
        {formatCount(count)} selected
        {sum && <span className="font-normal text-muted tabular-nums"> · {sum}</span>}
      </p>
      <div className="flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2 max-xl:order-last max-xl:w-full">
        {children}
      </div>
      <IconButton label="Clear selection" icon={<X aria-hidden />} onClick={onClear} />
    </section>
  )
}
