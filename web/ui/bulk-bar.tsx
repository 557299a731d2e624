import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { Children, type ReactNode, useState } from 'react'
import { formatCount } from '#core/format.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
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

/** As many fit into one row on a phone. */
const FEW_ACTIONS = 2

/**
 * Actions for the selected records. By keyboard it comes before the list, below which it is shown. On a phone all but the first
 * of many are folded, to leave the list in sight.
 */
export function BulkBar({ label, count, sum, onClear, children }: BulkBarProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const hasMany = Children.toArray(children).length > FEW_ACTIONS
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
      <div
        className={cx(
          'flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2 max-md:pr-2 max-xl:order-last max-xl:w-full',
          hasMany && !isUnfolded && 'max-md:[&>:not(:first-child,:last-child)]:hidden',
        )}
      >
        {children}
        {hasMany && (
          <Button
            variant="ghost"
            className="md:hidden"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {isUnfolded ? 'Fewer' : 'More'} actions
            {isUnfolded ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
          </Button>
        )}
      </div>
      <IconButton label="Clear selection" icon={<X aria-hidden />} onClick={onClear} />
    </section>
  )
}
