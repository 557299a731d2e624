import { useQuery } from '@tanstack/react-query'
import { Plus, Repeat } from 'lucide-react'
import { failureOf } from '#web/data/list.ts'
import { live } from '#web/data/live.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { recurringInvoicesQuery } from './client.ts'
import { RecurringInvoiceRow } from './recurring-invoice-row.tsx'

const EditRecurringInvoiceDialog = lazyDialog(
  () => import('./recurring-invoice-dialog.tsx'),
  'EditRecurringInvoiceDialog',
)
const NewRecurringInvoiceDialog = lazyDialog(
  () => import('./recurring-invoice-dialog.tsx'),
  'NewRecurringInvoiceDialog',
)

export function RecurringInvoicesScreen() {
  const query = useQuery({ ...recurringInvoicesQuery, ...live })
  const failure = failureOf(query)
  const { dialog, openNew, openEdit, close } = useDialogLink()
  const edited = dialog?.mode === 'edit' ? query.data?.find(({ id }) => id === dialog.id) : undefined

  return (
    <>
      <PageHeader
        title="Recurring invoices"
        description="Fixed items, retainers and the work of each period. Daybook makes an invoice on every date."
        back={<BackLink to="/invoices">Invoices</BackLink>}
        actions={
          <Button variant="primary" onClick={openNew}>
            <Plus aria-hidden /> Add Recurring Invoice
          </Button>
        }
      />
      {query.isPending && <RecurringLoading />}
      {failure && <LoadFailed what="Your recurring invoices" {...failure} />}
      {query.data?.length === 0 && (
        <EmptyState
          icon={<Repeat />}
          title="No recurring invoices"
          text="Enter a retainer or a monthly fee once, and Daybook makes the invoice on every date."
          action={<Button onClick={openNew}>Add Recurring Invoice</Button>}
        />
      )}
      {query.data && query.data.length > 0 && (
        <Card className="overflow-hidden">
          <ul aria-label="Recurring invoices">
            {query.data.map((recurring) => (
              <li key={recurring.id} className="border-b border-hairline last:border-0">
                <RecurringInvoiceRow recurring={recurring} onEdit={() => openEdit(recurring.id)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {dialog?.mode === 'new' && <NewRecurringInvoiceDialog onClose={close} />}
      {edited && <EditRecurringInvoiceDialog key={edited.id} recurring={edited} onClose={close} />}
    </>
  )
}

function RecurringLoading() {
  return (
    <Loading>
      <Card className="flex flex-col gap-4 p-5">
        <Skeleton className="h-4 w-48 max-w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-4 w-40 max-w-full" />
      </Card>
    </Loading>
  )
}
