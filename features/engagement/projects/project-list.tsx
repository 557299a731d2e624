import { memo, type ReactNode } from 'react'
import { type Paging, VirtualList } from '#web/ui/virtual-list.tsx'
import type { Project } from './contract.ts'
import { ProjectCard } from './project-card.tsx'

type ProjectListProps = Paging & {
  projects: Project[]
  onEdit(id: number): void
  /** A control on each card, in front of its menu. Keep the function stable. */
  cardAction?: (project: Project) => ReactNode
}

/** Memoized, so that opening a dialog does not render the list again. */
export const ProjectList = memo(function ProjectList({
  projects,
  onEdit,
  cardAction,
  ...paging
}: ProjectListProps) {
  return (
    <VirtualList
      label="Projects"
      items={projects}
      itemKey={(project) => project.id}
      columnWidth={320}
      estimateSize={200}
      gap={16}
      renderItem={(project) => (
        <ProjectCard project={project} onEdit={() => onEdit(project.id)} action={cardAction?.(project)} />
      )}
      {...paging}
    />
  )
})
