import { Plus, ReceiptText } from 'lucide-react'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useExpenses, useWaitingExpenses } from './client.ts'
import type { ExpenseRecipient } from './expense-fields.tsx'
import { ExpenseList } from './expense-list.tsx'
import { ExpenseTotals } from './expense-totals.tsx'
import { WaitingExpenses } from './unsent-expenses.tsx'

const EditExpenseDialog = lazyDialog(() => import('./expense-dialog.tsx'), 'EditExpenseDialog')
const NewExpenseDialog = lazyDialog(() => import('./expense-dialog.tsx'), 'NewExpenseDialog')
const ReceiptViewer = lazyDialog(() => import('./receipt-viewer.tsx'), 'ReceiptViewer')

type ExpensesTabProps = {
  of: { client_id: number } | { project_id: number }
  noun: 'client' | 'project'
  emptyText: string
  /** The project or client of a new one; null if none can be added. */
  recipient: ExpenseRecipient | null
}

/** The expenses of a client or a project, newest first, with their sum. */
export function ExpensesTab({ of, noun, emptyText, recipient }: ExpensesTabProps) {
  const { items, searching, failure, ...paging } = useExpenses('', of)
  const waiting = useWaitingExpenses(of)
  const { dialog, openNew, openEdit, openView, close } = useDialogLink()
  return (
    <>
      <WaitingExpenses expenses={waiting} />
      {(items === undefined || searching) && (
        <Loading>
          <Skeleton className="h-36" />
        </Loading>
      )}
      {failure && <LoadFailed what={`The expenses of this ${noun}`} {...failure} />}
      {!failure && !searching && items?.length === 0 && waiting.length === 0 && (
        <EmptyState
          icon={<ReceiptText />}
          title="No expenses recorded"
          text={emptyText}
          action={
            recipient && (
              <Button variant="primary" onClick={openNew}>
                Add Expense
              </Button>
            )
          }
        />
      )}
      {!searching && items && items.length > 0 && (
        <>
          <div className="flex flex-wrap items-start justify-between gap-x-6">
            <ExpenseTotals q="" filter={of} />
            {recipient && (
              <Button className="mb-4 max-md:w-full" onClick={openNew}>
                <Plus aria-hidden /> Add Expense
              </Button>
            )}
          </div>
          <ExpenseList
            expenses={items}
            ofProject={noun === 'project'}
            onEdit={openEdit}
            onViewReceipts={openView}
            {...paging}
          />
        </>
      )}
      {dialog?.mode === 'new' && recipient && <NewExpenseDialog recipient={recipient} onClose={close} />}
      {dialog?.mode === 'edit' && (
        <EditExpenseDialog key={dialog.id} id={dialog.id} known={items} onClose={close} />
      )}
      {dialog?.mode === 'view' && <ReceiptViewer key={dialog.id} expenseId={dialog.id} onClose={close} />}
    </>
  )
}
