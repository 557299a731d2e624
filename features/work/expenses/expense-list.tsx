import { memo } from 'react'
import { Card } from '#web/ui/card.tsx'
import { type Paging, VirtualList } from '#web/ui/virtual-list.tsx'
import type { Expense } from './contract.ts'
import { ExpenseRow } from './expense-row.tsx'

type ExpenseListProps = Paging & {
  expenses: Expense[]
  onEdit(id: number): void
  onViewReceipts(id: number): void
}

/** Memoized, so that opening a dialog does not render the list again. */
export const ExpenseList = memo(function ExpenseList({
  expenses,
  onEdit,
  onViewReceipts,
  ...paging
}: ExpenseListProps) {
  return (
    <Card className="overflow-hidden">
      <VirtualList
        label="Expenses"
        items={expenses}
        itemKey={(expense) => expense.id}
        estimateSize={70}
        renderItem={(expense) => (
          <ExpenseRow
            expense={expense}
            onEdit={() => onEdit(expense.id)}
            onViewReceipts={() => onViewReceipts(expense.id)}
          />
        )}
        {...paging}
      />
    </Card>
  )
})
