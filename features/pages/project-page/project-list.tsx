import { memo, type ReactNode } from 'react'
import type { Project } from '#features/engagement/projects/contract.ts'
import { useProjectFigures } from '#features/pages/list-figures/client.ts'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { type RowColumn, RowList, TALL_ROW_HEIGHT } from '#web/ui/row-list.tsx'
import type { ListSelection } from '#web/ui/selection.ts'
import { SelectAllBox } from '#web/ui/selection-boxes.tsx'
import { useIsWide } from '#web/ui/use-wide.ts'
import { type Paging, VirtualList } from '#web/ui/virtual-list.tsx'
import { ProjectCard } from './project-card.tsx'
import { ProjectRow } from './project-row.tsx'
import type { ProjectSort } from './rules/order.ts'

type ProjectListProps = Paging & {
  projects: readonly Project[]
  onEdit(id: number): void
  /** A control on each project, in front of its menu. Keep the function stable. */
  projectAction?: (project: Project) => ReactNode
  sortLink?: SortLink<ProjectSort>
  /** With it, each row has a checkbox. */
  selection?: ListSelection
}

const COLUMNS: readonly RowColumn<ProjectSort>[] = [
  { label: 'Project', sort: 'name' },
  { label: 'Client', sort: 'client' },
  { label: 'Status', sort: 'status' },
  { label: 'Rate' },
  { label: 'Budget', sort: 'budget' },
  { label: 'Start', sort: 'start' },
  { label: 'Unbilled', sort: 'unbilled', align: 'right' },
  { label: 'Actions', hidden: true },
]

const GRID = 'grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)_5.5rem_8rem_9rem_6rem_6.5rem_4.5rem]'
const SELECTABLE_GRID =
  'grid-cols-[1.25rem_minmax(0,1.7fr)_minmax(0,1fr)_5.5rem_8rem_9rem_6rem_6.5rem_4.5rem]'
const CARD = { width: 320, height: 200, gap: 16 }

/** Memoized, so that opening a dialog does not render the list again. */
export const ProjectList = memo(function ProjectList(props: ProjectListProps) {
  const { projects, onEdit, projectAction, sortLink, selection, ...paging } = props
  const figures = useProjectFigures()
  const isWide = useIsWide()
  const grid = selection ? SELECTABLE_GRID : GRID
  const list = (
    <VirtualList
      // Heights that were measured belong to one layout.
      key={isWide ? 'rows' : 'cards'}
      label="Projects"
      items={projects}
      itemKey={(project) => project.id}
      {...(isWide
        ? { estimateSize: TALL_ROW_HEIGHT }
        : { estimateSize: CARD.height, columnWidth: CARD.width })}
      gap={isWide ? 0 : CARD.gap}
      renderItem={(project) => {
        const shared = {
          project,
          figures: figures?.get(project.id),
          onEdit: () => onEdit(project.id),
          action: projectAction?.(project),
        }
        return isWide ? (
          <ProjectRow
            {...shared}
            grid={grid}
            selected={selection?.selected.has(project.id)}
            onToggle={(range) => selection?.toggle(project.id, range)}
          />
        ) : (
          <ProjectCard {...shared} />
        )
      }}
      {...paging}
    />
  )
  if (!isWide) return list
  return (
    <RowList
      columns={COLUMNS}
      grid={grid}
      {...(sortLink && { link: sortLink })}
      lead={selection && <SelectAllBox all={selection.all} hideLabel />}
    >
      {list}
    </RowList>
  )
})
