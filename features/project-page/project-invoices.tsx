import { FileText, Plus } from 'lucide-react'
import { useInvoicesOfProject } from '#features/invoices/client.ts'
import { InvoiceList } from '#features/invoices/invoice-list.tsx'
import type { Project } from '#features/projects/contract.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const InvoiceDialog = lazyDialog(() => import('#features/invoices/invoice-dialog.tsx'), 'InvoiceDialog')

/** A project's invoices. */
export function ProjectInvoices({ project }: { project: Project }) {
  const { items, searching, failure, ...paging } = useInvoicesOfProject(project.id)
  const { dialog, openView, close } = useDialogLink()
  const create = `/invoices?new&project=${project.id}`

  return (
    <>
      {(items === undefined || searching) && <InvoicesLoading />}
      {failure && <LoadFailed what="The invoices of this project" {...failure} />}
      {!failure && !searching && items?.length === 0 && (
        <EmptyState
          icon={<FileText />}
          title="No invoices yet"
          text="Invoices for this project appear here, with your client’s response."
          action={
            <ButtonLink to={create} variant="primary">
              Create Invoice
            </ButtonLink>
          }
        />
      )}
      {!searching && items && items.length > 0 && (
        <>
          <div className="mb-4 flex justify-end">
            <ButtonLink to={create} variant="primary" className="max-md:w-full">
              <Plus aria-hidden /> Create Invoice
            </ButtonLink>
          </div>
          <InvoiceList invoices={items} onView={openView} {...paging} />
        </>
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

function InvoicesLoading() {
  return (
    <Loading>
      <Skeleton className="mb-2 h-36 md:h-19" />
      <Skeleton className="h-36 md:h-19" />
    </Loading>
  )
}
