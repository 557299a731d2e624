import { FileText, Plus, Repeat } from 'lucide-react'
import { useInvoices } from '#features/billing/invoices/client.ts'
import { InvoiceFilter, InvoiceListStatus } from '#features/billing/invoices/contract/list.ts'
import { InvoiceList } from '#features/billing/invoices/invoice-list.tsx'
import { InvoiceSums } from '#features/billing/invoices/invoice-sums.tsx'
import { listStatusLabel } from '#features/billing/invoices/rules/status.ts'
import { useClientInAddress } from '#features/engagement/clients/client.ts'
import { useProjectInAddress } from '#features/engagement/projects/client.ts'
import { ListSearch } from '#features/engagement/projects/list-search.tsx'
import { usePlanLimit } from '#features/foundation/subscription/client.ts'
import { PlanLimitGate } from '#features/foundation/subscription/plan-limit-gate.tsx'
import { UsageBar } from '#features/foundation/subscription/usage-bar.tsx'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { useListLink } from '#web/navigation/list-link.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusLinks } from '#web/ui/status-links.tsx'

const NewInvoiceDialog = lazyDialog(
  () => import('#features/billing/invoices/new-invoice-dialog.tsx'),
  'NewInvoiceDialog',
)
const InvoiceDialog = lazyDialog(() => import('./invoice-dialog.tsx'), 'InvoiceDialog')

export function InvoicesScreen() {
  const link = useListLink(InvoiceFilter)
  const { q, filter, searchFor, narrowed } = link
  const { items, searching, failure, ...paging } = useInvoices(q, filter)
  const planLimit = usePlanLimit('invoices')
  const { dialog, openNew, openView, replaceWithView, close } = useDialogLink()
  const full = planLimit.plan !== undefined && planLimit.used !== undefined && !planLimit.canCreate

  return (
    <>
      <PageHeader
        title="Invoices"
        actions={
          <>
            <ButtonLink to="/recurring-invoices">
              <Repeat aria-hidden /> Recurring
            </ButtonLink>
            <Button variant="primary" onClick={openNew} disabled={!planLimit.canCreate}>
              <Plus aria-hidden /> Create Invoice
            </Button>
          </>
        }
      />
      <UsageBar label="Invoices this month" planLimit={planLimit} />
      {full && (
        <Alert
          live={dialog?.mode === 'new'}
          tone="warning"
          className="mb-6"
          title={`The limit of ${planLimit.limit} invoices a month has been reached.`}
        >
          Upgrade your plan to create more now, or wait until next month. Your existing invoices stay as they
          are.
        </Alert>
      )}
      <InvoiceSums q={q} filter={filter} searchFor={searchFor} />
      <div className="mb-6 flex flex-wrap items-start gap-x-6 gap-y-2">
        <ListSearch
          link={link}
          placeholder="Search invoices..."
          searching={searching}
          className="w-full max-w-xl"
        />
        <div className="flex min-h-9 items-center">
          <StatusLinks
            options={InvoiceListStatus.options}
            label={(status) => listStatusLabel[status]}
            chosen={filter.status}
          />
        </div>
      </div>
      {items === undefined && <InvoicesLoading />}
      {failure && <LoadFailed what="Your invoices" {...failure} />}
      {!failure && items?.length === 0 && (
        <EmptyState
          icon={<FileText />}
          title={narrowed ? 'No invoices found' : 'No invoices yet'}
          text={
            narrowed
              ? 'Nothing matches your search.'
              : 'An invoice says what you did, what it costs and when it is due.'
          }
          action={
            !narrowed && (
              <Button onClick={openNew} disabled={!planLimit.canCreate}>
                Create Invoice
              </Button>
            )
          }
        />
      )}
      {items && items.length > 0 && <InvoiceList invoices={items} onView={openView} {...paging} />}
      {dialog?.mode === 'new' && (
        <PlanLimitGate planLimit={planLimit}>
          <NewInvoiceFor onCreated={replaceWithView} onClose={close} />
        </PlanLimitGate>
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

/** For the project or client that the address names. */
function NewInvoiceFor(props: { onCreated(id: number): void; onClose(): void }) {
  const { project, loading: projectLoading } = useProjectInAddress()
  const { client, loading: clientLoading } = useClientInAddress()
  if (projectLoading || clientLoading) return null
  return <NewInvoiceDialog {...props} project={project} client={client} />
}

function InvoicesLoading() {
  return (
    <Loading>
      <div className="flex flex-col gap-2">
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <Skeleton key={index} className="h-36 md:h-19" />
        ))}
      </div>
    </Loading>
  )
}
