import { Plus, ReceiptText, Repeat } from 'lucide-react'
import { billableChoice, billedChoice, ListSearch } from '#features/engagement/projects/list-search.tsx'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { useListLink } from '#web/navigation/list-link.ts'
import { useSortLink } from '#web/navigation/sort-link.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState, nothingFound } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, RowsLoading } from '#web/ui/skeleton.tsx'
import { useExpenses, useWaitingExpenses } from './client.ts'
import { EXPENSE_SORTS, ExpenseCategory, ExpenseFilter } from './contract.ts'
import { ExpenseTotals } from './expense-totals.tsx'
import { SelectableExpenses } from './selectable-expenses.tsx'
import { WaitingExpenses } from './unsent-expenses.tsx'

const EditExpenseDialog = lazyDialog(() => import('./expense-dialog.tsx'), 'EditExpenseDialog')
const NewExpenseDialog = lazyDialog(() => import('./expense-dialog.tsx'), 'NewExpenseDialog')
const ReceiptViewer = lazyDialog(() => import('./receipt-viewer.tsx'), 'ReceiptViewer')

const FILTER_CHOICES = [
  billableChoice('Business'),
  billedChoice,
  {
    name: 'category',
    label: 'Category',
    options: ExpenseCategory.options.map((category) => ({ value: category, label: category })),
  },
]

export function ExpensesScreen() {
  const link = useListLink(ExpenseFilter)
  const { q, filter, narrowed } = link
  const sortLink = useSortLink(EXPENSE_SORTS)
  const { items, searching, failure, ...paging } = useExpenses(q, filter, sortLink.sort)
  const waiting = useWaitingExpenses()
  const { dialog, openNew, openEdit, openView, close } = useDialogLink()

  return (
    <>
      <PageHeader
        title="Expenses"
        actions={
          <>
            <ButtonLink to="/expenses/recurring">
              <Repeat aria-hidden /> Recurring
            </ButtonLink>
            <Button variant="primary" onClick={openNew}>
              <Plus aria-hidden /> Add Expense
            </Button>
          </>
        }
      />
      <ExpenseTotals q={q} filter={filter} />
      <WaitingExpenses expenses={waiting} />
      <ListSearch
        link={link}
        placeholder="Search expenses..."
        searching={searching}
        isEmpty={items?.length === 0}
        choices={FILTER_CHOICES}
        className="mb-4"
      />
      {items === undefined && <ExpensesLoading />}
      {failure && <LoadFailed what="Your expenses" {...failure} />}
      {!failure && items?.length === 0 && (narrowed || waiting.length === 0) && (
        <EmptyState
          icon={<ReceiptText />}
          title={narrowed ? 'No expenses found' : 'No expenses recorded'}
          text={narrowed ? nothingFound(q) : 'Record what you spend, and mark what you bill to a client.'}
          action={!narrowed && <Button onClick={openNew}>Add Expense</Button>}
        />
      )}
      {items && items.length > 0 && (
        // Another search or filter starts without a selection.
        <SelectableExpenses
          key={JSON.stringify([q, filter])}
          expenses={items}
          onEdit={openEdit}
          onViewReceipts={openView}
          sortLink={sortLink}
          {...paging}
        />
      )}
      {dialog?.mode === 'new' && <NewExpenseDialog onClose={close} />}
      {dialog?.mode === 'edit' && (
        <EditExpenseDialog key={dialog.id} id={dialog.id} known={items} onClose={close} />
      )}
      {dialog?.mode === 'view' && <ReceiptViewer key={dialog.id} expenseId={dialog.id} onClose={close} />}
    </>
  )
}

function ExpensesLoading() {
  return (
    <Loading>
      <RowsLoading className="max-xl:h-17.5" />
    </Loading>
  )
}
