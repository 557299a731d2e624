import { Clock } from 'lucide-react'
import { useMemo } from 'react'
import type { Client } from '#features/engagement/clients/contract.ts'
import { useTimeEntries } from '#features/work/time-entries/client.ts'
import { groupByDay } from '#features/work/time-entries/rules.ts'
import { TimeEntryList } from '#features/work/time-entries/time-entry-list.tsx'
import { continueAction } from '#features/work/timer/start-buttons.tsx'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const EditTimeEntryDialog = lazyDialog(
  () => import('#features/work/time-entries/time-entry-dialog.tsx'),
  'EditTimeEntryDialog',
)

/** The hours worked for a client, newest first. */
export function ClientTime({ client }: { client: Client }) {
  const { items, searching, failure, ...paging } = useTimeEntries('', { client_id: client.id })
  const rows = useMemo(() => (searching || !items ? undefined : groupByDay(items)), [items, searching])
  const { dialog, openEdit, close } = useDialogLink()
  return (
    <>
      {rows === undefined && (
        <Loading>
          <Skeleton className="mb-px h-17.5" />
          <Skeleton className="h-17.5" />
        </Loading>
      )}
      {failure && <LoadFailed what="The time of this client" {...failure} />}
      {!failure && rows?.length === 0 && (
        <EmptyState
          icon={<Clock />}
          title="No time logged yet"
          text="Hours you log on this client’s projects appear here."
        />
      )}
      {rows && rows.length > 0 && (
        <TimeEntryList rows={rows} onEdit={openEdit} rowAction={continueAction} of="client" {...paging} />
      )}
      {dialog?.mode === 'edit' && (
        <EditTimeEntryDialog key={dialog.id} id={dialog.id} known={items} onClose={close} />
      )}
    </>
  )
}
