import { ChartPanel } from './chart-panel.tsx'
import { ExpenseChart } from './charts.tsx'
import type { Report } from './contract.ts'
import { NO_EXPENSES } from './rules/report.ts'

export function ExpenseBreakdown({ report }: { report: Report | undefined }) {
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
      chart={rows && <ExpenseChart rows={rows} />}
    />
  )
}
