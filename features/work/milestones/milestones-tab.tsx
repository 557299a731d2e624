import { useQuery } from '@tanstack/react-query'
import { Flag, Plus } from 'lucide-react'
import { useCallback } from 'react'
import type { Project } from '#features/engagement/projects/contract.ts'
import { failureOf } from '#web/data/list.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { milestonesQuery, useReorderMilestones } from './client.ts'
import type { Milestone } from './contract.ts'
import { MilestoneRow } from './milestone-row.tsx'

const EditMilestoneDialog = lazyDialog(() => import('./milestone-dialog.tsx'), 'EditMilestoneDialog')
const NewMilestoneDialog = lazyDialog(() => import('./milestone-dialog.tsx'), 'NewMilestoneDialog')

/** The stages of a project, in the order in which its client sees them. */
export function MilestonesTab({ project }: { project: Project }) {
  const { id: projectId } = project
  const query = useQuery(milestonesQuery(projectId))
  const { data: milestones } = query
  const failure = failureOf(query)
  const { dialog, openNew, openEdit, close } = useDialogLink()
  const { mutate } = useReorderMilestones(projectId)
  const reorder = useCallback(
    (ids: number[]) => isNewOrder(milestones, ids) && mutate(ids),
    [milestones, mutate],
  )
  const edited = dialog?.mode === 'edit' && milestones?.find(({ id }) => id === dialog.id)

  return (
    <>
      {failure && <LoadFailed what="The milestones" {...failure} />}
      {!failure && milestones === undefined && <MilestonesLoading />}
      {milestones?.length === 0 && (
        <EmptyState
          icon={<Flag />}
          title="No milestones yet"
          text="Milestones are the stages of a project. Your client follows them in the portal."
          action={
            <Button variant="primary" onClick={openNew}>
              Add Milestone
            </Button>
          }
        />
      )}
      {milestones && milestones.length > 0 && (
        <>
          <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
            <Progress milestones={milestones} />
            <Button variant="primary" onClick={openNew} className="max-md:w-full">
              <Plus aria-hidden /> Add Milestone
            </Button>
          </div>
          <Card className="overflow-hidden">
            <SortableList
              label="Milestones"
              className="-mb-px"
              items={milestones}
              itemKey={({ id }) => id}
              itemLabel={({ title }) => title}
              onReorder={reorder}
              renderItem={(milestone, sorting) => (
                <MilestoneRow
                  projectId={projectId}
                  milestone={milestone}
                  sorting={sorting}
                  onEdit={() => openEdit(milestone.id)}
                />
              )}
            />
          </Card>
        </>
      )}
      {dialog?.mode === 'new' && <NewMilestoneDialog project={project} onClose={close} />}
      {edited && <EditMilestoneDialog key={edited.id} project={project} milestone={edited} onClose={close} />}
    </>
  )
}

const isNewOrder = (milestones: Milestone[] | undefined, ids: number[]) =>
  milestones?.some(({ id }, index) => id !== ids[index])

function Progress({ milestones }: { milestones: Milestone[] }) {
  const completed = milestones.filter(({ status }) => status === 'completed').length
  return (
    <ProgressBar
      className="w-full max-w-sm"
      label="Completed"
      value={completed}
      max={milestones.length}
      valueText={`${completed} / ${milestones.length}`}
      tone="green"
    />
  )
}

function MilestonesLoading() {
  return (
    <Loading>
      <Skeleton className="mb-4 h-9 w-full max-w-sm" />
      <Skeleton className="h-48" />
    </Loading>
  )
}
