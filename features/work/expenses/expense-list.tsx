import { memo } from 'react'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { Card } from '#web/ui/card.tsx'
import { ROW_HEIGHT, type RowColumn, RowList } from '#web/ui/row-list.tsx'
import type { ListSelection } from '#web/ui/selection.ts'
import { SelectAllBox } from '#web/ui/selection-boxes.tsx'
import { useIsWide } from '#web/ui/use-wide.ts'
import { type Paging, VirtualList } from '#web/ui/virtual-list.tsx'
import type { Expense, ExpenseSort } from './contract.ts'
import { ExpenseCard, ExpenseRow } from './expense-row.tsx'

type ExpenseListProps = Paging & {
  expenses: Expense[]
  onEdit(id: number): void
  onViewReceipts(id: number): void
  sortLink?: SortLink<ExpenseSort>
  /** With it, each row has a checkbox. */
  selection?: ListSelection
}

const COLUMNS: readonly RowColumn<ExpenseSort>[] = [
  { label: 'Description', sort: 'description' },
  { label: 'Category', sort: 'category' },
  { label: 'Project', sort: 'project' },
  { label: 'Receipts', hidden: true },
  { label: 'Date', sort: 'date' },
  { label: 'Amount', sort: 'amount', align: 'right' },
  { label: 'Actions', hidden: true },
]

const GRID = 'grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)_3rem_6.5rem_7rem_2rem]'
const SELECTABLE_GRID =
  'grid-cols-[1.25rem_minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)_3rem_6.5rem_7rem_2rem]'
const CARD_HEIGHT = 70

/** Memoized, so that opening a dialog does not render the list again. */
export const ExpenseList = memo(function ExpenseList(props: ExpenseListProps) {
  const { expenses, onEdit, onViewReceipts, sortLink, selection, ...paging } = props
  const isWide = useIsWide()
  const grid = selection ? SELECTABLE_GRID : GRID
  const list = (
    <VirtualList
      // Heights that were measured belong to one layout.
      key={isWide ? 'rows' : 'cards'}
      label="Expenses"
      items={expenses}
      itemKey={(expense) => expense.id}
      estimateSize={isWide ? ROW_HEIGHT : CARD_HEIGHT}
      renderItem={(expense) => {
        const shared = {
          expense,
          onEdit: () => onEdit(expense.id),
          onViewReceipts: () => onViewReceipts(expense.id),
        }
        return isWide ? (
          <ExpenseRow
            {...shared}
            grid={grid}
            selected={selection?.selected.has(expense.id)}
            onToggle={(range) => selection?.toggle(expense.id, range)}
          />
        ) : (
          <ExpenseCard {...shared} />
        )
      }}
      {...paging}
    />
  )
  if (!isWide) return <Card className="overflow-hidden">{list}</Card>
  return (
    <RowList
      columns={COLUMNS}
      grid={grid}
      {...(sortLink && { link: sortLink })}
      lead={selection && <SelectAllBox all={selection.all} hideLabel />}
    >
      {list}
    </RowList>
  )
})
