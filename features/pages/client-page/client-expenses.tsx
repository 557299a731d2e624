import { ReceiptText } from 'lucide-react'
import type { Client } from '#features/engagement/clients/contract.ts'
import { useExpenses } from '#features/work/expenses/client.ts'
import { ExpenseList } from '#features/work/expenses/expense-list.tsx'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const EditExpenseDialog = lazyDialog(
  () => import('#features/work/expenses/expense-dialog.tsx'),
  'EditExpenseDialog',
)

const ReceiptViewer = lazyDialog(() => import('#features/work/expenses/receipt-viewer.tsx'), 'ReceiptViewer')

/** Expenses of a client, newest first. */
export function ClientExpenses({ client }: { client: Client }) {
  const { items, searching, failure, ...paging } = useExpenses('', { client_id: client.id })
  const { dialog, openEdit, openView, close } = useDialogLink()
  return (
    <>
      {(items === undefined || searching) && (
        <Loading>
          <Skeleton className="h-36" />
        </Loading>
      )}
      {failure && <LoadFailed what="The expenses of this client" {...failure} />}
      {!failure && !searching && items?.length === 0 && (
        <EmptyState
          icon={<ReceiptText />}
          title="No expenses recorded"
          text="What you spend on this client and its projects appears here."
        />
      )}
      {!searching && items && items.length > 0 && (
        <ExpenseList expenses={items} onEdit={openEdit} onViewReceipts={openView} {...paging} />
      )}
      {dialog?.mode === 'edit' && (
        <EditExpenseDialog key={dialog.id} id={dialog.id} known={items} onClose={close} />
      )}
      {dialog?.mode === 'view' && <ReceiptViewer key={dialog.id} expenseId={dialog.id} onClose={close} />}
    </>
  )
}
