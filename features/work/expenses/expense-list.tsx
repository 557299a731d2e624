import { memo } from 'react'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { Card } from '#web/ui/card.tsx'
import { ROW_HEIGHT, type RowColumn, RowList } from '#web/ui/row-list.tsx'
import type { ListSelection } from '#web/ui/selection.ts'
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
  /** On the page of a project, whose name the rows leave out. */
  ofProject?: boolean
}

const COLUMNS: readonly RowColumn<ExpenseSort>[] = [
  { label: 'Description', width: 'minmax(0, 1.5fr)', sort: 'description' },
  { label: 'Category', width: 'minmax(0, 1fr)', sort: 'category' },
  { label: 'Project', width: 'minmax(0, 1fr)', sort: 'project' },
  { label: 'Receipts', width: '3rem', hidden: true },
  { label: 'Date', width: '6.5rem', sort: 'date' },
  { label: 'Amount', width: '7rem', sort: 'amount', align: 'right' },
  { label: 'Actions', width: '2rem', hidden: true },
]

const PROJECT_COLUMNS = COLUMNS.filter(({ label }) => label !== 'Project')

const CARD_HEIGHT = 70

/** Memoized, so that opening a dialog does not render the list again. */
export const ExpenseList = memo(function ExpenseList(props: ExpenseListProps) {
  const { expenses, onEdit, onViewReceipts, sortLink, selection, ofProject = false, ...paging } = props
  const isWide = useIsWide()
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
          ofProject,
          onEdit: () => onEdit(expense.id),
          onViewReceipts: () => onViewReceipts(expense.id),
        }
        return isWide ? (
          <ExpenseRow
            {...shared}
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
    <RowList columns={ofProject ? PROJECT_COLUMNS : COLUMNS} link={sortLink} selection={selection}>
      {list}
    </RowList>
  )
})
