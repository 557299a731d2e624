import { Clock, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { groupByDay } from '#features/time-entries/rules.ts'
import { TimeEntryList } from '#features/time-entries/time-entry-list.tsx'
import { useDialogLink } from '#web/dialog-link.ts'
import { later } from '#web/later.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useTimeOfProject } from './client.ts'
import type { Project } from './contract.ts'

const EditTimeEntryDialog = later(
  () => import('#features/time-entries/time-entry-dialog.tsx'),
  'EditTimeEntryDialog',
)

/** The hours worked on a project, the newest first. */
export function ProjectTime({ project }: { project: Project }) {
  const { items, searching, ...paging } = useTimeOfProject(project.id)
  const rows = useMemo(() => (searching || !items ? undefined : groupByDay(items)), [items, searching])
  const { dialog, openEdit, close } = useDialogLink()
  const logTime = project.status === 'cancelled' ? null : `/time-tracking?new&project=${project.id}`

  return (
    <>
      {rows === undefined && <TimeLoading />}
      {rows?.length === 0 && (
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
      {rows && rows.length > 0 && (
        <>
          {logTime && (
            <div className="flex justify-end">
              <ButtonLink to={logTime} variant="primary" className="max-md:w-full">
                <Plus aria-hidden /> Log Time
              </ButtonLink>
            </div>
          )}
          <TimeEntryList rows={rows} onEdit={openEdit} {...paging} />
        </>
      )}
      {dialog?.mode === 'edit' && (
        <EditTimeEntryDialog key={dialog.id} id={dialog.id} known={items} onClose={close} />
      )}
    </>
  )
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
