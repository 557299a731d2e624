import { FileText, Plus } from 'lucide-react'
import type { Client } from '#features/clients/contract.ts'
import { useInvoicesOfClient } from '#features/invoices/client.ts'
import { InvoiceListStatus } from '#features/invoices/contract/list.ts'
import { InvoiceList } from '#features/invoices/invoice-list.tsx'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { useStatusLink } from '#web/navigation/status-link.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusLinks } from '#web/ui/status-links.tsx'

const InvoiceDialog = lazyDialog(() => import('#features/invoices/invoice-dialog.tsx'), 'InvoiceDialog')

const LABELS: Record<InvoiceListStatus, string> = {
  draft: 'Drafts',
  unpaid: 'Outstanding',
  sent: 'Sent',
  overdue: 'Overdue',
  paid: 'Paid',
  cancelled: 'Cancelled',
}

/** A client's invoices, by status. */
export function ClientInvoices({ client }: { client: Client }) {
  const status = useStatusLink(InvoiceListStatus.options)
  const { items, searching, failure, ...paging } = useInvoicesOfClient(client.id, status)
  const { dialog, openView, close } = useDialogLink()
  const create = `/invoices?new&client=${client.id}`
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <StatusLinks options={InvoiceListStatus.options} label={(one) => LABELS[one]} chosen={status} />
        {!client.archived && items && items.length > 0 && (
          <ButtonLink to={create} className="max-md:w-full">
            <Plus aria-hidden /> Create Invoice
          </ButtonLink>
        )}
      </div>
      {(items === undefined || searching) && (
        <Loading>
          <Skeleton className="mb-2 h-36 md:h-19" />
          <Skeleton className="h-36 md:h-19" />
        </Loading>
      )}
      {failure && <LoadFailed what="The invoices of this client" {...failure} />}
      {!failure && !searching && items?.length === 0 && (
        <EmptyState
          icon={<FileText />}
          title={status ? 'No such invoices' : 'No invoices yet'}
          text={
            status ? 'This client has no invoices with this status.' : 'Invoices for this client appear here.'
          }
          action={!status && !client.archived && <ButtonLink to={create}>Create Invoice</ButtonLink>}
        />
      )}
      {!searching && items && items.length > 0 && (
        <InvoiceList invoices={items} onView={openView} {...paging} />
      )}
      {dialog?.mode === 'view' && (
        <InvoiceDialog
          key={dialog.id}
          id={dialog.id}
          known={items?.find((invoice) => invoice.id === dialog.id)}
          onClose={close}
        />
      )}
    </>
  )
}
