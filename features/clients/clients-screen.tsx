import { Plus, Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useRoom } from '#features/subscription/client.ts'
import { UsageBar } from '#features/subscription/usage-bar.tsx'
import { WhereThereIsRoom } from '#features/subscription/where-there-is-room.tsx'
import { useDialogLink } from '#web/dialog-link.ts'
import { later } from '#web/later.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useClients } from './client.ts'
import { ClientList } from './client-list.tsx'

const PortalAccessDialog = later(
  () => import('#features/portal-access/portal-access-dialog.tsx'),
  'PortalAccessDialog',
)
const EditClientDialog = later(() => import('./client-dialog.tsx'), 'EditClientDialog')
const NewClientDialog = later(() => import('./client-dialog.tsx'), 'NewClientDialog')

export function ClientsScreen() {
  const [search, setSearch] = useState('')
  const q = useDeferredValue(search.trim())
  const { items, searching, ...paging } = useClients(q)
  const room = useRoom('clients')
  const { dialog, openNew, openEdit, openPortal, close } = useDialogLink()
  const full = room.plan !== undefined && room.used !== undefined && !room.canCreate

  return (
    <>
      <PageHeader
        title="Clients"
        actions={
          <Button variant="primary" onClick={openNew} disabled={!room.canCreate}>
            <Plus aria-hidden /> Add Client
          </Button>
        }
      />
      <UsageBar label="Clients" room={room} />
      <SearchBox
        className="mb-6 max-w-md"
        placeholder="Search clients..."
        value={search}
        onValueChange={setSearch}
        searching={searching}
      />
      {dialog?.mode === 'new' && full && (
        <Alert
          live
          tone="warning"
          className="mb-6"
          title={`The client limit of ${room.limit} has been reached.`}
          action={<ButtonLink to="/pricing">Upgrade</ButtonLink>}
        >
          Upgrade your plan to add more clients.
        </Alert>
      )}
      {items === undefined && <ClientsLoading />}
      {items?.length === 0 && (
        <EmptyState
          icon={<Users />}
          title="No clients found"
          text={
            q ? 'Nobody matches what you search for.' : 'Clients are who you work for and send invoices to.'
          }
          action={
            !q && (
              <Button onClick={openNew} disabled={!room.canCreate}>
                Add Client
              </Button>
            )
          }
        />
      )}
      {items && items.length > 0 && (
        <ClientList clients={items} onEdit={openEdit} onPortal={openPortal} {...paging} />
      )}
      {dialog?.mode === 'new' && (
        <WhereThereIsRoom room={room}>
          <NewClientDialog onClose={close} />
        </WhereThereIsRoom>
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
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <Skeleton key={index} className="h-35 touch:h-40" />
        ))}
      </div>
    </Loading>
  )
}
