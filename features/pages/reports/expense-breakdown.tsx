import { ChartPanel } from './chart-panel.tsx'
import { ExpenseChart } from './charts.tsx'
import type { Report } from './contract.ts'
import { NO_EXPENSES } from './rules/report.ts'

type ExpenseBreakdownProps = { report: Report | undefined; isSmallIfEmpty?: boolean }

export function ExpenseBreakdown({ report, isSmallIfEmpty }: ExpenseBreakdownProps) {
  const rows = report?.expensesByCategory.map(({ category, amount }) => ({
    name: category,
    amount,
    currency: report.currency,
  }))
  return (
    <ChartPanel
      title="Expense Breakdown"
      unit="Category"
      rows={rows}
      empty={NO_EXPENSES}
      isSmallIfEmpty={isSmallIfEmpty}
      chart={rows && <ExpenseChart rows={rows} />}
    />
  )
}
