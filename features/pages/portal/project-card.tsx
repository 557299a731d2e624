import { ArrowRight } from 'lucide-react'
import { formatDate } from '#core/format.ts'
import { UnreadBadge } from '#features/engagement/notifications/unread-badge.tsx'
import { StatusBadge } from '#features/engagement/projects/status-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useUnread } from './client.ts'
import type { PortalProject } from './contract/projects.ts'
import { Fact } from './fact.tsx'
import { projectPath } from './links.tsx'

export function ProjectCard({ token, project }: { token: string; project: PortalProject }) {
  const { milestones_completed, milestones_total, deliverables_approved, deliverables_total } = project
  const waiting = project.deliverables_submitted
  const unread = useUnread(token).filter(({ project_id }) => project_id === project.id).length
  return (
    <li className="min-w-0">
      <Card className="flex h-full flex-col p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 dir="auto" className="min-w-0 text-lead font-semibold wrap-anywhere">
            {project.name}
          </h2>
          <span className="flex flex-wrap gap-1.5 pt-px">
            <UnreadBadge count={unread} />
            {waiting > 0 && <Badge tone="yellow">{waiting} to review</Badge>}
            <StatusBadge status={project.status} />
          </span>
        </div>
        {project.description && (
          <p className="mt-2 line-clamp-3 wrap-anywhere whitespace-pre-line text-muted">
            {project.description}
          </p>
        )}
        <div className="mt-auto flex flex-col gap-4 pt-5">
          <ProgressBar
            label="Milestones"
            value={milestones_completed}
            max={milestones_total}
            valueText={`${milestones_completed}/${milestones_total}`}
          />
          <ProgressBar
            label="Deliverables approved"
            value={deliverables_approved}
            max={deliverables_total}
            valueText={`${deliverables_approved}/${deliverables_total}`}
          />
        </div>
        <div className="mt-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-t border-hairline pt-4">
          {(project.start_date || project.end_date) && (
            <dl className="grid grid-cols-[6.5rem_auto] gap-4">
              <Fact term="Start">{project.start_date && formatDate(project.start_date)}</Fact>
              <Fact term="Due">{project.end_date && formatDate(project.end_date)}</Fact>
            </dl>
          )}
          <ButtonLink to={projectPath(token, project.id)} className="ml-auto max-sm:w-full">
            View Details<span className="sr-only"> of {project.name}</span>
            <ArrowRight aria-hidden />
          </ButtonLink>
        </div>
      </Card>
    </li>
  )
}
