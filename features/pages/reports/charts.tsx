import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts'
import { type Currency, DEFAULT_CURRENCY } from '#core/currency.ts'
import { formatMoney, formatNarrowMonth, formatShortMonth } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { amountAxis } from './rules/axis.ts'

export interface ChartRow {
  name: string
  amount: MinorUnits
  currency: Currency
}

/** High enough for all expense categories. */
const CHART_HEIGHT = 304

const tick = { fill: 'var(--muted)', fontSize: 12 }

export function IncomeChart({ rows }: { rows: (ChartRow & { month: string })[] }) {
  const axis = amountAxis(
    rows.map(({ amount }) => amount),
    rows[0]?.currency ?? DEFAULT_CURRENCY,
  )
  return (
    <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
      <BarChart
        data={rows}
        margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
        aria-label="Income Trend, bar chart"
      >
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis
          dataKey="month"
          tick={MonthTick}
          tickLine={false}
          axisLine={{ stroke: 'var(--edge)' }}
          interval={0}
          height={36}
        />
        <YAxis
          ticks={axis.ticks}
          domain={[axis.bottom, axis.top]}
          tickFormatter={axis.label}
          tick={tick}
          tickLine={false}
          axisLine={false}
          width={68}
        />
        <Tooltip content={<ChartTooltip />} cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
        <Bar
          dataKey="amount"
          fill="var(--green-solid)"
          radius={[3, 3, 0, 0]}
          maxBarSize={44}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}

/** The width of "May" and a little space. */
const MIN_LABEL_WIDTH = 28

/** More months have no room for their names, only for years. */
const MAX_NAMED_MONTHS = 24

/** The year is shown below the first month and below each January. On a phone, a year has room for initials only. */
function MonthTick({ x, y, width, index, payload, visibleTicksCount }: XAxisTickContentProps) {
  const month = String(payload.value)
  const narrow = Number(width) / visibleTicksCount < MIN_LABEL_WIDTH
  const january = month.endsWith('-01')
  if (visibleTicksCount > MAX_NAMED_MONTHS && !january) return null
  return (
    <text x={x} y={Number(y) + 10} textAnchor="middle" fill={tick.fill} fontSize={tick.fontSize}>
      {narrow ? formatNarrowMonth(month) : formatShortMonth(month)}
      {(index === 0 || january) && (
        <tspan x={x} dy="1.25em" fill="var(--faint)">
          {narrow ? `’${month.slice(2, 4)}` : month.slice(0, 4)}
        </tspan>
      )}
    </text>
  )
}

export function ExpenseChart({ rows }: { rows: ChartRow[] }) {
  return (
    <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
      <BarChart
        data={rows}
        layout="vertical"
        margin={{ top: 0, right: widthOfLongest(rows), bottom: 0, left: 0 }}
        aria-label="Expense Breakdown, bar chart"
      >
        <XAxis type="number" hide domain={[0, 'dataMax']} />
        <YAxis
          type="category"
          dataKey="name"
          tick={tick}
          tickLine={false}
          axisLine={false}
          width={142}
          interval={0}
        />
        <Tooltip content={<ChartTooltip />} cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
        <Bar
          dataKey="amount"
          fill="var(--blue-solid)"
          radius={[0, 3, 3, 0]}
          maxBarSize={18}
          isAnimationActive={false}
        >
          <LabelList
            dataKey="amount"
            position="right"
            formatter={(amount) => formatMoney(Number(amount), rows[0]?.currency ?? DEFAULT_CURRENCY)}
            fill="var(--ink)"
            fontSize={12}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}

const FIGURE_WIDTH = 7

/** The chart does not measure labels next to bars, which would be cut off. */
const widthOfLongest = (rows: ChartRow[]) =>
  12 + FIGURE_WIDTH * Math.max(9, ...rows.map(({ amount, currency }) => formatMoney(amount, currency).length))

/** The label of the bar under the pointer. */
function ChartTooltip({ active, payload }: { active?: boolean; payload?: readonly { payload: ChartRow }[] }) {
  const row = payload?.[0]?.payload
  if (!active || !row) return null
  return (
    <div className="popup px-3 py-2 text-meta">
      <p className="text-muted">{row.name}</p>
      <p className="font-semibold tabular-nums">{formatMoney(row.amount, row.currency)}</p>
    </div>
  )
}
