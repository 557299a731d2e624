import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { decimalSeparator, echoOf, type FigureKind, figureText, stepFrom } from '#core/figures.ts'
import { cx } from './cx.ts'
import { Input, type InputProps } from './input.tsx'

type FigureInputProps = Omit<InputProps, 'type' | 'prefix' | 'onChange'> & {
  kind: FigureKind
  prefix?: ReactNode
  suffix?: ReactNode
  /** Shown below the field until there is something to echo. */
  example?: string | undefined
  onChange?(event: { target: HTMLInputElement; type: 'change' }): unknown
}

const DIRECTIONS: Record<string, 'up' | 'down'> = { ArrowUp: 'up', ArrowDown: 'down' }

/**
 * An input for a number as people write it, right-aligned as in a ledger. Shows below how it was parsed, if that
 * differs from what was typed. The arrow keys step.
 * In a form: `<FigureInput {...figure(register, 'hours', HOURS)} />`.
 */
export function FigureInput(props: FigureInputProps) {
  const { kind, prefix, suffix, example, onChange, className, ...rest } = props
  const [written, setWritten] = useState('')
  const lineId = useId()
  const frame = useRef<HTMLSpanElement>(null)
  const echo = echoOf(kind, written)
  const line = echo === null ? example : `= ${echo}`

  // The form may set another value, which was not typed. It is shown as it would be typed here: `12,5` in Germany. At once,
  // since an effect that comes later takes what is typed meanwhile for such a value.
  const setByForm = useRef('')
  useLayoutEffect(() => {
    const input = frame.current?.querySelector('input')
    if (!input || input.value === written) return
    if (input.value !== setByForm.current && isNumber(input.value))
      input.value = figureText(kind, Number(input.value))
    setByForm.current = input.value
    setWritten('')
  })

  const take = (input: HTMLInputElement) => {
    setWritten(input.value)
    onChange?.({ target: input, type: 'change' })
  }
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = DIRECTIONS[event.key]
    const input = event.currentTarget
    if (!direction || input.readOnly) return
    event.preventDefault()
    input.value = figureText(kind, stepFrom(kind, input.value, direction))
    take(input)
  }

  return (
    <span ref={frame} className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <span className="relative block">
        {prefix && <Unit className="left-3">{prefix}</Unit>}
        <Input
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          {...rest}
          aria-describedby={line && lineId}
          onChange={(event) => take(event.currentTarget)}
          onKeyDown={step}
          className={cx(
            'text-right',
            Boolean(prefix) && (String(prefix).length > 1 ? 'pl-14' : 'pl-7'),
            Boolean(suffix) && 'pr-9',
          )}
        />
        {suffix && <Unit className="right-3">{suffix}</Unit>}
      </span>
      {line && (
        <span id={lineId} className="text-right text-meta text-faint tabular-nums">
          {line}
        </span>
      )}
    </span>
  )
}

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text))

function Unit({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={cx('pointer-events-none absolute inset-y-0 flex items-center text-faint', className)}
    >
      {children}
    </span>
  )
}

export function MoneyInput(props: FigureInputProps) {
  const { sign, decimals } = props.kind
  return (
    <FigureInput
      prefix={sign}
      placeholder={(0).toFixed(decimals).replace('.', decimalSeparator())}
      {...props}
    />
  )
}
