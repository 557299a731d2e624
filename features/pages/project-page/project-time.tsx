import { Clock, Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { Project } from '#features/engagement/projects/contract.ts'
import { useTimeOfProject, useWaitingTime } from '#features/work/time-entries/client.ts'
import { groupByDay } from '#features/work/time-entries/rules.ts'
import { TimeEntryList } from '#features/work/time-entries/time-entry-list.tsx'
import { WaitingTime } from '#features/work/time-entries/unsent-time.tsx'
import { continueAction } from '#features/work/timer/start-buttons.tsx'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const EditTimeEntryDialog = lazyDialog(
  () => import('#features/work/time-entries/time-entry-dialog.tsx'),
  'EditTimeEntryDialog',
)

const LogTimeDialog = lazyDialog(
  () => import('#features/work/time-entries/time-entry-dialog.tsx'),
  'LogTimeDialog',
)

/** The hours worked on a project, newest first. */
export function ProjectTime({ project }: { project: Project }) {
  const { items, searching, failure, ...paging } = useTimeOfProject(project.id)
  const rows = useMemo(() => (searching || !items ? undefined : groupByDay(items)), [items, searching])
  const waiting = useWaitingTime(project.id)
  const isEmpty = rows?.length === 0 && waiting.length === 0
  const { dialog, openNew, openEdit, close } = useDialogLink()
  const open = project.status !== 'cancelled'

  return (
    <>
      {rows === undefined && <TimeLoading />}
      {failure && <LoadFailed what="The time of this project" {...failure} />}
      {!failure && isEmpty && (
        <EmptyState
          icon={<Clock />}
          title="No time logged yet"
          text="Hours you log on this project appear here."
          action={
            open && (
              <Button variant="primary" onClick={openNew}>
                Log Time
              </Button>
            )
          }
        />
      )}
      {rows && !isEmpty && open && (
        <div className="flex justify-end xl:mb-4">
          <Button variant="primary" className="max-md:w-full" onClick={openNew}>
            <Plus aria-hidden /> Log Time
          </Button>
        </div>
      )}
      <WaitingTime entries={waiting} />
      {rows && rows.length > 0 && (
        <TimeEntryList rows={rows} onEdit={openEdit} rowAction={continueAction} of="project" {...paging} />
      )}
      {dialog?.mode === 'new' && open && <LogTimeDialog project={project} onClose={close} />}
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
