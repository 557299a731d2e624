import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts'
import { formatMonth, formatNarrowMonth, formatRoundMoney, formatShortMonth } from '#core/format.ts'
import { CHART_HEIGHT, ChartPanel, ChartTooltip, tick } from './chart-panel.tsx'
import type { Report } from './contract.ts'

export function IncomeTrend({ report }: { report: Report | undefined }) {
  const rows = report?.incomeByMonth.map(({ month, amount }) => ({
    name: formatMonth(month),
    month,
    amount,
  }))
  return (
    <ChartPanel
      title="Income Trend"
      unit="Month"
      rows={rows}
      empty="No income in this range."
      chart={
        <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
          <BarChart
            data={rows ?? []}
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
              tickFormatter={formatRoundMoney}
              tick={tick}
              tickLine={false}
              axisLine={false}
              width={68}
            />
            <Tooltip
              content={<ChartTooltip />}
              cursor={{ fill: 'var(--sunken)' }}
              isAnimationActive={false}
            />
            <Bar
              dataKey="amount"
              fill="var(--green-solid)"
              radius={[3, 3, 0, 0]}
              maxBarSize={44}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      }
    />
  )
}

/** As wide as "May" and a little air. */
const ROOM_FOR_A_NAME = 28

/** The year stands below the first month and below each January. A year on a phone has room for initials only. */
function MonthTick({ x, y, width, index, payload, visibleTicksCount }: XAxisTickContentProps) {
  const month = String(payload.value)
  const narrow = Number(width) / visibleTicksCount < ROOM_FOR_A_NAME
  return (
    <text x={x} y={Number(y) + 10} textAnchor="middle" fill={tick.fill} fontSize={tick.fontSize}>
      {narrow ? formatNarrowMonth(month) : formatShortMonth(month)}
      {(index === 0 || month.endsWith('-01')) && (
        <tspan x={x} dy="1.25em" fill="var(--faint)">
          {narrow ? `’${month.slice(2, 4)}` : month.slice(0, 4)}
        </tspan>
      )}
    </text>
  )
}
