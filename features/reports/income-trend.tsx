import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatMonth, formatWholeMoney } from '#core/format.ts'
import { ChartPanel, ChartTooltip, tick } from './chart-panel.tsx'
import type { Report } from './contract.ts'
import { axisLabel } from './rules.ts'

export function IncomeTrend({ report }: { report: Report | undefined }) {
  const rows = report?.incomeByMonth.map(({ month, amount }, index) => ({
    name: formatMonth(month),
    label: axisLabel(month, index),
    amount,
  }))
  return (
    <ChartPanel
      title="Income Trend"
      unit="Month"
      rows={rows}
      empty="No income in this range."
      chart={
        <ResponsiveContainer width="100%" height={256}>
          <BarChart
            data={rows ?? []}
            margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
            aria-label="Income Trend, bar chart"
          >
            <CartesianGrid vertical={false} stroke="var(--hairline)" />
            <XAxis
              dataKey="label"
              tick={tick}
              tickLine={false}
              axisLine={{ stroke: 'var(--edge)' }}
              interval="preserveStartEnd"
            />
            <YAxis
              tickFormatter={formatWholeMoney}
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
