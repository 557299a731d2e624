import { Clock, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useToday } from '#features/account/client.ts'
import { DayHeading } from '#features/time-entries/day-heading.tsx'
import { type DayRow, groupByDay } from '#features/time-entries/rules.ts'
import { TimeEntryRow } from '#features/time-entries/time-entry-row.tsx'
import { useDialogLink } from '#web/dialog-link.ts'
import { later } from '#web/later.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { VirtualList } from '#web/ui/virtual-list.tsx'
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
  const today = useToday()
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
          <VirtualList
            label="Time entries"
            items={rows}
            itemKey={keyOf}
            estimateSize={(index) => (rows[index]?.kind === 'day' ? 52 : 70)}
            renderItem={(row) =>
              row.kind === 'day' ? (
                <DayHeading {...row} today={today} />
              ) : (
                <TimeEntryRow {...row} onEdit={() => openEdit(row.entry.id)} />
              )
            }
            {...paging}
          />
        </>
      )}
      {dialog?.mode === 'edit' && (
        <EditTimeEntryDialog key={dialog.id} id={dialog.id} known={items} onClose={close} />
      )}
    </>
  )
}

const keyOf = (row: DayRow) => (row.kind === 'day' ? row.date : row.entry.id)

function TimeLoading() {
  return (
    <Loading>
      <Skeleton className="mb-px h-17.5" />
      <Skeleton className="mb-px h-17.5" />
      <Skeleton className="h-17.5" />
    </Loading>
  )
}
