import { type Currency, DEFAULT_CURRENCY } from '#core/currency.ts'
import { formatMoney, formatNarrowMonth, formatShortMonth } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { cx } from '#web/ui/cx.ts'
import { amountAxis } from './rules/axis.ts'

export interface ChartRow {
  name: string
  amount: MinorUnits
  currency: Currency
}

type MonthRow = ChartRow & { month: string }

const percent = (share: number) => `${100 * share}%`

/** Drawn as SVG, so that it is printed and keeps its color in forced colors. */
const Bar = ({ className, ...size }: { className: string; width?: string; height?: string }) => (
  <svg aria-hidden className={className} {...size}>
    <rect width="100%" height="100%" rx="3" />
  </svg>
)

export function IncomeChart({ rows }: { rows: MonthRow[] }) {
  const axis = amountAxis(
    rows.map(({ amount }) => amount),
    rows[0]?.currency ?? DEFAULT_CURRENCY,
  )
  const heightOf = (amount: MinorUnits) => percent(amount / (axis.top - axis.bottom))
  const everyTick = 'flex flex-col-reverse justify-between'
  return (
    <div
      role="img"
      aria-label="Income Trend, bar chart"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 text-micro text-muted"
    >
      <div className={cx('-my-2 tabular-nums', everyTick)}>
        {axis.ticks.map((tick) => (
          <span key={tick} className="text-right leading-4">
            {axis.label(tick)}
          </span>
        ))}
      </div>
      <div className="relative h-66">
        <div className={cx('absolute inset-0', everyTick)}>
          {axis.ticks.map((tick) => (
            <span
              key={tick}
              className={cx('-mb-px border-t', tick === 0 ? 'border-edge' : 'border-hairline')}
            />
          ))}
        </div>
        <div className="absolute inset-0 flex">
          {rows.map((row, index) => (
            <div
              key={row.month}
              className="group relative flex flex-1 flex-col-reverse items-center hover:bg-ink/5"
            >
              <div className="shrink-0" style={{ height: heightOf(Math.min(0, row.amount) - axis.bottom) }} />
              <Bar
                className="w-4/5 max-w-11 shrink-0 fill-green-solid"
                height={heightOf(Math.abs(row.amount))}
              />
              <Label row={row} side={index < rows.length / 2 ? 'left-0' : 'right-0'} />
            </div>
          ))}
        </div>
      </div>
      <div className="col-start-2 flex h-8 leading-4">
        {rows.map(({ month }, index) => (
          <MonthTick
            key={month}
            month={month}
            isFirst={index === 0}
            isCrowded={rows.length > MAX_NAMED_MONTHS}
          />
        ))}
      </div>
    </div>
  )
}

/** More months have no room for their names, only for years. */
const MAX_NAMED_MONTHS = 24

interface TickProps {
  month: string
  isFirst: boolean
  isCrowded: boolean
}

/** On a phone, a year has room for initials only. */
function MonthTick({ month, isFirst, isCrowded }: TickProps) {
  const year = month.slice(0, 4)
  const isJanuary = month.endsWith('-01')
  const hasYear = isFirst || isJanuary
  const label = 'flex-col items-center whitespace-nowrap'
  return (
    <div className="@container flex-1">
      {!isCrowded && (
        <span className={cx(label, 'flex @min-[28px]:hidden')}>
          {formatNarrowMonth(month)}
          {hasYear && <span className="text-faint">’{year.slice(2)}</span>}
        </span>
      )}
      {(isJanuary || !isCrowded) && (
        <span className={cx(label, isCrowded ? 'flex' : 'hidden @min-[28px]:flex')}>
          {formatShortMonth(month)}
          {hasYear && <span className="text-faint">{year}</span>}
        </span>
      )}
    </div>
  )
}

/** The figures of the bar under the pointer. */
const Label = ({ row: { name, amount, currency }, side }: { row: ChartRow; side: string }) => (
  <div
    className={cx(
      'popup pointer-events-none absolute top-1/4 z-10 hidden whitespace-nowrap px-3 py-2 text-meta group-hover:block',
      side,
    )}
  >
    <p>{name}</p>
    <p className="font-semibold text-ink tabular-nums">{formatMoney(amount, currency)}</p>
  </div>
)

export function ExpenseChart({ rows }: { rows: ChartRow[] }) {
  const largest = Math.max(1, ...rows.map(({ amount }) => amount))
  return (
    <div
      role="img"
      aria-label="Expense Breakdown, bar chart"
      className="grid min-h-76 auto-rows-fr grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 text-micro"
    >
      {rows.map(({ name, amount, currency }) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid items-center">
          <span className="max-w-36 text-right text-muted">{name}</span>
          <Bar className="h-4.5 fill-blue-solid" width={percent(Math.max(0, amount) / largest)} />
          <span className="text-right text-ink tabular-nums">{formatMoney(amount, currency)}</span>
        </div>
      ))}
    </div>
  )
}
