import { FileText, Plus, Repeat } from 'lucide-react'
import { INVOICE_SORTS, InvoiceFilter, InvoiceListStatus } from '#features/billing/invoices/contract/list.ts'
import { INVOICE_TABS, listStatusLabel } from '#features/billing/invoices/rules/status.ts'
import { useProposedClient } from '#features/engagement/clients/client.ts'
import { useProjectInAddress } from '#features/engagement/projects/client.ts'
import { ListSearch } from '#features/engagement/projects/list-search.tsx'
import { usePlanLimit } from '#features/foundation/subscription/client.ts'
import { PlanLimitGate } from '#features/foundation/subscription/plan-limit-gate.tsx'
import { UsageBar } from '#features/foundation/subscription/usage-bar.tsx'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { useListLink } from '#web/navigation/list-link.ts'
import { useSortLink } from '#web/navigation/sort-link.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState, nothingFound } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, RowsLoading } from '#web/ui/skeleton.tsx'
import { useInvoices } from './client.ts'
import { InvoiceSums } from './invoice-sums.tsx'
import { InvoiceTabs } from './invoice-tabs.tsx'
import { SelectableInvoices } from './selectable-invoices.tsx'

const NewInvoiceDialog = lazyDialog(
  () => import('#features/billing/invoices/new-invoice-dialog.tsx'),
  'NewInvoiceDialog',
)
const InvoiceDialog = lazyDialog(() => import('./invoice-dialog.tsx'), 'InvoiceDialog')

/** Lists without a tab of their own. */
const FILTER_CHOICES = [
  {
    name: 'status',
    label: 'Status',
    options: InvoiceListStatus.exclude(INVOICE_TABS).options.map((value) => ({
      value,
      label: listStatusLabel[value],
    })),
  },
]

export function InvoicesScreen() {
  const link = useListLink(InvoiceFilter)
  const { q, filter, searchFor, narrowed } = link
  const sortLink = useSortLink(INVOICE_SORTS)
  const { items, searching, failure, ...paging } = useInvoices(q, filter, sortLink.sort)
  const planLimit = usePlanLimit('invoices')
  const { dialog, openNew, openView, replaceWithView, close } = useDialogLink()
  const isNew = !failure && items?.length === 0 && !narrowed && link.search === ''
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
      {!isNew && (
        <>
          <InvoiceSums q={q} filter={filter} searchFor={searchFor} />
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <InvoiceTabs q={q} filter={filter} />
            <ListSearch
              link={link}
              placeholder="Search invoices..."
              searching={searching}
              isEmpty={items?.length === 0}
              choices={FILTER_CHOICES}
            />
          </div>
        </>
      )}
      {items === undefined && <InvoicesLoading />}
      {failure && <LoadFailed what="Your invoices" {...failure} />}
      {!failure && items?.length === 0 && (
        <EmptyState
          icon={<FileText />}
          title={narrowed ? 'No invoices found' : 'No invoices yet'}
          text={
            narrowed ? nothingFound(q) : 'An invoice says what you did, what it costs and when it is due.'
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
      {items && items.length > 0 && (
        // Another search or filter starts without a selection.
        <SelectableInvoices
          key={JSON.stringify([q, filter])}
          invoices={items}
          onView={openView}
          sortLink={sortLink}
          {...paging}
        />
      )}
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

/** For the project or client that the address names, or the only client. */
function NewInvoiceFor(props: { onCreated(id: number): void; onClose(): void }) {
  const { project, loading: projectLoading } = useProjectInAddress()
  const { client, loading: clientLoading } = useProposedClient()
  if (projectLoading || clientLoading) return null
  return <NewInvoiceDialog {...props} project={project} client={client} />
}

function InvoicesLoading() {
  return (
    <Loading>
      <RowsLoading className="max-md:h-36 max-xl:h-19" />
    </Loading>
  )
}
