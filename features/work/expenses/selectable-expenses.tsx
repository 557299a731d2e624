import { useMemo } from 'react'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { useListSelection } from '#web/ui/selection.ts'
import type { Paging } from '#web/ui/virtual-list.tsx'
import type { Expense, ExpenseSort } from './contract.ts'
import { ExpenseList } from './expense-list.tsx'

const ExpenseBulkBar = lazyDialog(() => import('./expense-bulk-bar.tsx'), 'ExpenseBulkBar')

type SelectableExpensesProps = Paging & {
  expenses: Expense[]
  onEdit(id: number): void
  onViewReceipts(id: number): void
  sortLink: SortLink<ExpenseSort>
}

/** Expenses of which some can be chosen, to be billed, changed, exported or deleted together. */
export function SelectableExpenses(props: SelectableExpensesProps) {
  const { expenses, onEdit, onViewReceipts, sortLink, ...paging } = props
  const ids = useMemo(() => expenses.map(({ id }) => id), [expenses])
  const selection = useListSelection(ids, paging)
  return (
    <div className="flex flex-col">
      {selection.selected.size > 0 && (
        <ExpenseBulkBar
          expenses={expenses.filter(({ id }) => selection.selected.has(id))}
          onClear={selection.clear}
        />
      )}
      <ExpenseList
        expenses={expenses}
        onEdit={onEdit}
        onViewReceipts={onViewReceipts}
        sortLink={sortLink}
        selection={selection}
        {...paging}
      />
    </div>
  )
}
