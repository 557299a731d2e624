import { memo, type ReactNode } from 'react'
import type { Project } from '#features/engagement/projects/contract.ts'
import { useProjectFigures } from '#features/pages/list-figures/client.ts'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { type RowColumn, RowList, TALL_ROW_HEIGHT } from '#web/ui/row-list.tsx'
import type { ListSelection } from '#web/ui/selection.ts'
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
  /** On the page of a client, whose name is left out. */
  ofClient?: boolean
}

const COLUMNS: readonly RowColumn<ProjectSort>[] = [
  { label: 'Project', width: 'minmax(0, 1.7fr)', sort: 'name' },
  { label: 'Client', width: 'minmax(0, 1fr)', sort: 'client' },
  { label: 'Status', width: '5.5rem', sort: 'status' },
  { label: 'Rate', width: '8rem' },
  { label: 'Budget', width: '9.75rem', sort: 'budget' },
  { label: 'Start', width: '5.5rem', sort: 'start' },
  { label: 'Unbilled', width: '6.5rem', sort: 'unbilled', align: 'right' },
  { label: 'Actions', width: '4.5rem', hidden: true },
]

const CLIENT_COLUMNS = COLUMNS.filter(({ label }) => label !== 'Client')

const CARD = { width: 320, height: 240, gap: 16 }

/** Memoized, so that opening a dialog does not render the list again. */
export const ProjectList = memo(function ProjectList(props: ProjectListProps) {
  const { projects, onEdit, projectAction, sortLink, selection, ofClient = false, ...paging } = props
  const figures = useProjectFigures()
  const isWide = useIsWide()
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
          ofClient,
          figures: figures?.get(project.id),
          onEdit: () => onEdit(project.id),
          action: projectAction?.(project),
        }
        return isWide ? (
          <ProjectRow
            {...shared}
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
    <RowList columns={ofClient ? CLIENT_COLUMNS : COLUMNS} link={sortLink} selection={selection}>
      {list}
    </RowList>
  )
})
