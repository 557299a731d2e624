import { Clock, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTimeEntries } from '#features/time-entries/client.ts'
import type { ListedTimeEntry } from '#features/time-entries/contract.ts'
import { EditTimeEntryDialog } from '#features/time-entries/time-entry-dialog.tsx'
import { TimeEntryRow } from '#features/time-entries/time-entry-row.tsx'
import { useDialogLink } from '#web/dialog-link.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { VirtualList } from '#web/ui/virtual-list.tsx'
import type { Project } from './contract.ts'

/** The hours worked on a project, the newest first. */
export function ProjectTime({ project }: { project: Project }) {
  const { entries, ...paging } = useEntriesOf(project)
  const { dialog, openEdit, close } = useDialogLink()
  const logTime = project.status === 'cancelled' ? null : `/time-tracking?new&project=${project.id}`
  const last = entries?.at(-1)

  return (
    <>
      {entries === undefined && <TimeLoading />}
      {entries?.length === 0 && !paging.hasMore && (
        <EmptyState
          icon={<Clock />}
          title="No time logged yet"
          text="The hours you log on this project stand here, ready to be invoiced."
          action={
            logTime && (
              <ButtonLink to={logTime} variant="primary">
                Log Time
              </ButtonLink>
            )
          }
        />
      )}
      {entries && (entries.length > 0 || paging.hasMore) && (
        <>
          {logTime && (
            <div className="mb-4 flex justify-end">
              <ButtonLink to={logTime} variant="primary" className="max-md:w-full">
                <Plus aria-hidden /> Log Time
              </ButtonLink>
            </div>
          )}
          <VirtualList
            label="Time entries"
            items={entries}
            itemKey={({ id }) => id}
            estimateSize={70}
            renderItem={(entry, index) => (
              <TimeEntryRow
                entry={entry}
                first={index === 0}
                last={entry === last}
                onEdit={() => openEdit(entry.id)}
              />
            )}
            {...paging}
          />
        </>
      )}
      {dialog?.mode === 'edit' && (
        <EditTimeEntryDialog key={dialog.id} id={dialog.id} known={entries} onClose={close} />
      )}
    </>
  )
}

/** The list can be searched but not narrowed to a project, so what only sounds like it is left out here. */
function useEntriesOf(project: Project) {
  const { items, searching, ...paging } = useTimeEntries(project.name)
  const entries = useMemo(
    () => items?.filter(({ project_id }: ListedTimeEntry) => project_id === project.id),
    [items, project.id],
  )
  return { entries: searching ? undefined : entries, ...paging }
}

function TimeLoading() {
  return (
    <Loading>
      <Skeleton className="mb-px h-17.5" />
      <Skeleton className="mb-px h-17.5" />
      <Skeleton className="h-17.5" />
    </Loading>
  )
}
