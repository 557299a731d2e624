import { formatMoney } from '#core/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Nothing } from '#web/ui/row-list.tsx'
import type { Sum } from './contract.ts'
import { sumsText } from './rules.ts'

type SumsProps = {
  sums: readonly Sum[] | undefined
  /** Announced if there are none. */
  empty: string
  alarming?: boolean
}

/** The amounts of a row, one below the other. A third currency no longer fits, and is counted. */
export function Sums({ sums = [], empty, alarming = false }: SumsProps) {
  const shown = sums.slice(0, sums.length > 2 ? 1 : 2)
  return (
    <span
      className={cx(
        'text-right tabular-nums *:block',
        alarming ? 'text-red-ink' : 'text-ink',
        sums.length > 1 ? 'text-micro' : 'text-body',
      )}
      title={sumsText(sums)}
    >
      {shown.map(({ currency, amount }) => (
        <span key={currency}>{formatMoney(amount, currency)}</span>
      ))}
      {sums.length > shown.length && <span>and {sums.length - shown.length} more</span>}
      {sums.length === 0 && <Nothing says={empty} />}
    </span>
  )
}
