import { formatMonth } from '#core/format.ts'
import { ChartPanel } from './chart-panel.tsx'
import { IncomeChart } from './charts.tsx'
import type { Report } from './contract.ts'
import { NO_INCOME } from './rules/report.ts'

export function IncomeTrend({ report }: { report: Report | undefined }) {
  const rows = report?.incomeByMonth.map(({ month, amount }) => ({
    name: formatMonth(month),
    month,
    amount,
    currency: report.currency,
  }))
  return (
    <ChartPanel
      title="Income Trend"
      unit="Month"
      rows={rows}
      empty={NO_INCOME}
      chart={rows && <IncomeChart rows={rows} />}
    />
  )
}
