import { Plus, Users } from 'lucide-react'
import { CLIENT_FILTERS, useClients } from '#features/engagement/clients/client.ts'
import { limitMessage } from '#features/engagement/clients/rules.ts'
import { usePlanLimit } from '#features/foundation/subscription/client.ts'
import { PlanLimitGate } from '#features/foundation/subscription/plan-limit-gate.tsx'
import { UsageBar } from '#features/foundation/subscription/usage-bar.tsx'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { useSearchLink } from '#web/navigation/search-link.ts'
import { useStatusLink } from '#web/navigation/status-link.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Loading, RowsLoading } from '#web/ui/skeleton.tsx'
import { StatusLinks } from '#web/ui/status-links.tsx'
import { SelectableClients } from './selectable-clients.tsx'

const EditClientDialog = lazyDialog(
  () => import('#features/engagement/clients/client-dialog.tsx'),
  'EditClientDialog',
)
const NewClientDialog = lazyDialog(
  () => import('#features/engagement/clients/client-dialog.tsx'),
  'NewClientDialog',
)
const PortalAccessDialog = lazyDialog(
  () => import('#features/engagement/clients/portal-access-dialog.tsx'),
  'PortalAccessDialog',
)

export function ClientsScreen() {
  const { search, setSearch, q } = useSearchLink()
  const archived = useStatusLink(CLIENT_FILTERS) === 'archived'
  const { items, searching, failure, ...paging } = useClients(q, { archived })
  const planLimit = usePlanLimit('clients')
  const { dialog, openNew, openEdit, openPortal, close } = useDialogLink()
  const full = planLimit.used !== undefined && !planLimit.canCreate
  const reached = full && planLimit.limit !== undefined ? limitMessage(planLimit.limit) : null

  return (
    <>
      <PageHeader
        title="Clients"
        actions={
          <Button variant="primary" onClick={openNew} disabled={!planLimit.canCreate}>
            <Plus aria-hidden /> Add Client
          </Button>
        }
      />
      <UsageBar label="Clients" planLimit={planLimit} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <StatusLinks
          options={CLIENT_FILTERS}
          label={() => 'Archived'}
          unfiltered="Active"
          chosen={archived ? 'archived' : undefined}
        />
        <SearchBox
          className="w-64 max-md:w-full"
          placeholder="Search clients..."
          value={search}
          onValueChange={setSearch}
          searching={searching}
        />
      </div>
      {dialog?.mode === 'new' && reached && (
        <Alert
          live
          tone="warning"
          className="mb-6"
          title={reached.title}
          action={<ButtonLink to="/pricing">Upgrade</ButtonLink>}
        >
          {reached.advice}
        </Alert>
      )}
      {items === undefined && <ClientsLoading />}
      {failure && <LoadFailed what="Your clients" {...failure} />}
      {!failure && items?.length === 0 && (
        <EmptyState
          icon={<Users />}
          title="No clients found"
          text={
            q
              ? 'No client matches your search.'
              : archived
                ? 'A client with projects, invoices or expenses is archived when you delete it. You can restore it here.'
                : 'Clients are the people and companies you work for and invoice.'
          }
          action={
            !q &&
            !archived && (
              <>
                <Button onClick={openNew} disabled={!planLimit.canCreate}>
                  Add Client
                </Button>
                <ButtonLink to="/import" variant="ghost">
                  Import from another tool
                </ButtonLink>
              </>
            )
          }
        />
      )}
      {items && items.length > 0 && (
        // Another search or filter starts without a selection.
        <SelectableClients
          key={JSON.stringify([q, archived])}
          clients={items}
          onEdit={openEdit}
          onPortal={openPortal}
          {...paging}
        />
      )}
      {dialog?.mode === 'new' && (
        <PlanLimitGate planLimit={planLimit}>
          <NewClientDialog onClose={close} />
        </PlanLimitGate>
      )}
      {dialog?.mode === 'edit' && (
        <EditClientDialog key={dialog.id} id={dialog.id} known={items} onClose={close} />
      )}
      {dialog?.mode === 'portal' && (
        <PortalAccessDialog
          key={dialog.id}
          clientId={dialog.id}
          known={items?.find((client) => client.id === dialog.id)}
          onClose={close}
        />
      )}
    </>
  )
}

function ClientsLoading() {
  return (
    <Loading>
      <RowsLoading className="max-xl:h-35" />
    </Loading>
  )
}
