import type { ReactNode, WheelEvent } from 'react'
import { cx } from './cx.ts'
import { Input, type InputProps } from './input.tsx'

type NumberInputProps = Omit<InputProps, 'type' | 'prefix'> & { prefix?: ReactNode; suffix?: ReactNode }

/** Figures, right-aligned as in a ledger. With react-hook-form its value is a string: parse it with the schema. */
export function NumberInput({ prefix, suffix, className, step = 'any', ...props }: NumberInputProps) {
  return (
    <span className={cx('relative block', className)}>
      {prefix && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-faint"
        >
          {prefix}
        </span>
      )}
      <Input
        {...props}
        type="number"
        inputMode="decimal"
        step={step}
        onWheel={leaveFigureAlone}
        className={cx('text-right', Boolean(prefix) && 'pl-7', Boolean(suffix) && 'pr-12')}
      />
      {suffix && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-faint"
        >
          {suffix}
        </span>
      )}
    </span>
  )
}

export function MoneyInput(props: NumberInputProps) {
  return <NumberInput prefix="$" step="0.01" min="0" placeholder="0.00" {...props} />
}

/** Scrolling the page over a focused number field would change the figure unseen. */
function leaveFigureAlone(event: WheelEvent<HTMLInputElement>) {
  event.currentTarget.blur()
}
