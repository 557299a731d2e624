import { useMemo } from 'react'
import type { Project } from '#features/engagement/projects/contract.ts'
import { useProjectFigures } from '#features/pages/list-figures/client.ts'
import { startAction } from '#features/work/timer/start-buttons.tsx'
import { useAllPages } from '#web/data/all-pages.ts'
import { useSortLink } from '#web/navigation/sort-link.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { useListSelection } from '#web/ui/selection.ts'
import type { Paging } from '#web/ui/virtual-list.tsx'
import { ProjectList } from './project-list.tsx'
import { PROJECT_SORTS, sortProjects } from './rules/order.ts'

const ProjectBulkBar = lazyDialog(() => import('./project-bulk-bar.tsx'), 'ProjectBulkBar')

type SelectableProjectsProps = Paging & { projects: Project[]; onEdit(id: number): void }

/** Projects of which some can be chosen, to be exported or deleted together. */
export function SelectableProjects({ projects, onEdit, ...paging }: SelectableProjectsProps) {
  const figures = useProjectFigures()
  const sortLink = useSortLink(PROJECT_SORTS)
  useAllPages(sortLink.sort !== undefined, paging)
  const sorted = useMemo(
    () => sortProjects(projects, sortLink.sort, figures),
    [projects, sortLink.sort, figures],
  )
  const ids = useMemo(() => sorted.map(({ id }) => id), [sorted])
  const selection = useListSelection(ids, paging)
  return (
    <div className="flex flex-col">
      {selection.selected.size > 0 && (
        <ProjectBulkBar
          projects={sorted.filter(({ id }) => selection.selected.has(id))}
          figures={figures}
          onClear={selection.clear}
        />
      )}
      <ProjectList
        projects={sorted}
        onEdit={onEdit}
        projectAction={startAction}
        sortLink={sortLink}
        selection={selection}
        {...paging}
      />
    </div>
  )
}
