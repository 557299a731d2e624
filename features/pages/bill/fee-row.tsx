import { useState } from 'react'
import type { Currency } from '#core/currency.ts'
import { inputText, moneyFigure, PERCENT } from '#core/figures.ts'
import { formatMoney } from '#core/format.ts'
import { fromMinorUnits, type MinorUnits, toMinorUnits } from '#core/money.ts'
import { fromHundredths, toHundredths } from '#core/units.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { type FixedFee, feeAtPercent, percentOfFee } from './rules/choices.ts'

type FeeRowProps = {
  fee: FixedFee
  currency: Currency
  isOn: boolean
  /** The amount to bill now; null while it cannot be billed. */
  amount: MinorUnits | null
  onTick(isOn: boolean): void
  onEnter(amount: MinorUnits | null): void
}

/** A fixed fee, billed as a whole or in parts: the amount can be entered, or a percentage of the whole fee. */
export function FeeRow({ fee, currency, isOn, amount, onTick, onEnter }: FeeRowProps) {
  const [written, setWritten] = useState(() =>
    amount === null ? { amount: '', percent: '' } : textsOf(amount, fee, currency),
  )

  const enter = (next: MinorUnits | null, texts: Partial<typeof written>) => {
    const isPossible = next !== null && next > 0 && next <= fee.rest
    setWritten({ ...(next === null ? written : textsOf(next, fee, currency)), ...texts })
    onEnter(isPossible ? next : null)
  }
  const enterAmount = (text: string) => {
    const value = moneyFigure(currency).read(text)
    enter(value === null ? null : toMinorUnits(value, currency), { amount: text })
  }
  const enterPercent = (text: string) => {
    const value = PERCENT.read(text)
    enter(value === null ? null : feeAtPercent(toHundredths(value), fee), { percent: text })
  }

  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-1.5 pb-3">
      <Checkbox
        className="min-w-40 flex-1"
        label="Fixed fee"
        hint={
          fee.rest === fee.total
            ? `${formatMoney(fee.total, currency)}, nothing billed yet`
            : `${formatMoney(fee.rest, currency)} left of ${formatMoney(fee.total, currency)}`
        }
        checked={isOn}
        onChange={({ target }) => onTick(target.checked)}
      />
      <div className={cx('grid grid-cols-[8.5rem_5.5rem] gap-2 max-md:pl-6.5', !isOn && 'opacity-60')}>
        <Field
          label="Bill now"
          error={amount === null ? `Must be at most ${formatMoney(fee.rest, currency)}` : undefined}
        >
          <MoneyInput
            kind={moneyFigure(currency)}
            value={written.amount}
            onChange={({ target }) => enterAmount(target.value)}
          />
        </Field>
        <Field label="Of the fee">
          <FigureInput
            kind={PERCENT}
            suffix="%"
            value={written.percent}
            onChange={({ target }) => enterPercent(target.value)}
          />
        </Field>
      </div>
    </div>
  )
}

const textsOf = (amount: MinorUnits, fee: FixedFee, currency: Currency) => ({
  amount: inputText(fromMinorUnits(amount, currency)),
  percent: inputText(fromHundredths(percentOfFee(amount, fee))),
})
