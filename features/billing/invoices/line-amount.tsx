import type { Currency } from '#core/currency.ts'
import { formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'

type LineAmountProps = { amount: MinorUnits | null; currency: Currency }

/** The amount of a line that is being entered, beside its quantity and rate. */
export function LineAmount({ amount, currency }: LineAmountProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="text-meta font-medium sm:text-right">
        Amount
      </span>
      <output
        aria-label="Amount"
        className="flex h-9 items-center font-medium tabular-nums touch:h-11 sm:min-w-20 sm:justify-end"
      >
        {amount === null ? <span className="text-faint">–</span> : formatMoney(amount, currency)}
      </output>
    </div>
  )
}
