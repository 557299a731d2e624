import { formatMonth } from '#core/format.ts'
import { ChartPanel } from './chart-panel.tsx'
import { IncomeChart } from './charts.tsx'
import type { Report } from './contract.ts'
import { NO_INCOME } from './rules/report.ts'

type IncomeTrendProps = { report: Report | undefined; isSmallIfEmpty?: boolean }

export function IncomeTrend({ report, isSmallIfEmpty }: IncomeTrendProps) {
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
      isSmallIfEmpty={isSmallIfEmpty}
      chart={rows && <IncomeChart rows={rows} />}
    />
  )
}
