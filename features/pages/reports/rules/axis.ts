import { type Currency, decimalsOf } from '#core/currency.ts'
import { formatMoney, formatRoundMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'

/** The axis of a chart of amounts. */
export interface AmountAxis {
  /** Up to five round amounts, or six with amounts below zero. Zero is one of them. */
  ticks: MinorUnits[]
  /** Zero, or the lowest amount or below. */
  bottom: MinorUnits
  top: MinorUnits
  /** Without decimals where all ticks are whole units, so that no two read the same. */
  label(tick: MinorUnits): string
}

export function amountAxis(amounts: readonly MinorUnits[], currency: Currency, locale?: string): AmountAxis {
  const [lowest, highest] = [Math.min(0, ...amounts), Math.max(0, ...amounts)]
  const step = stepTo(highest - lowest)
  const below = Math.ceil(-lowest / step)
  const above = Math.max(below === 0 ? 1 : 0, Math.ceil(highest / step))
  const format = step % 10 ** decimalsOf(currency) === 0 ? formatRoundMoney : formatMoney
  return {
    ticks: Array.from({ length: below + above + 1 }, (_, index) => (index - below) * step),
    bottom: 0 - below * step,
    top: above * step,
    label: (tick) => format(tick, currency, locale),
  }
}

const STEPS = [1, 2, 2.5, 5, 10]

function stepTo(highest: MinorUnits): MinorUnits {
  const rough = Math.max(1, highest / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  return (
    STEPS.map((step) => step * power).find((step) => step >= rough && Number.isInteger(step)) ?? 10 * power
  )
}
