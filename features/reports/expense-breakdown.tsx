import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatMoney } from '#core/format.ts'
import { CHART_HEIGHT, ChartPanel, type ChartRow, ChartTooltip, tick } from './chart-panel.tsx'
import type { Report } from './contract.ts'

export function ExpenseBreakdown({ report }: { report: Report | undefined }) {
  const rows = report?.expensesByCategory.map(({ category, amount }) => ({ name: category, amount }))
  return (
    <ChartPanel
      title="Expense Breakdown"
      unit="Category"
      rows={rows}
      empty="No expenses in this range."
      chart={
        <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
          <BarChart
            data={rows ?? []}
            layout="vertical"
            margin={{ top: 0, right: widthOfLongest(rows ?? []), bottom: 0, left: 0 }}
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
            <Tooltip
              content={<ChartTooltip />}
              cursor={{ fill: 'var(--sunken)' }}
              isAnimationActive={false}
            />
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
                formatter={(amount) => formatMoney(Number(amount))}
                fill="var(--ink)"
                fontSize={12}
              />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      }
    />
  )
}

const FIGURE_WIDTH = 7

/** What stands beside the bars is not measured by the chart and would be cut off. */
const widthOfLongest = (rows: ChartRow[]) =>
  12 + FIGURE_WIDTH * Math.max(9, ...rows.map(({ amount }) => formatMoney(amount).length))
