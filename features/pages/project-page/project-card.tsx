import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatHours, formatMoney } from '#core/format.ts'
import { useUnread } from '#features/engagement/notifications/client.ts'
import { UnreadBadge } from '#features/engagement/notifications/unread-badge.tsx'
import { useDeleteProject } from '#features/engagement/projects/client.ts'
import type { Project } from '#features/engagement/projects/contract.ts'
import { BudgetLine } from '#features/engagement/projects/project-budget.tsx'
import { BILLING_LABELS, budgetsOf, deletionQuestion } from '#features/engagement/projects/rules.ts'
import { StatusBadge } from '#features/engagement/projects/status-badge.tsx'
import type { ProjectFigures } from '#features/pages/list-figures/contract.ts'
import { sumsText } from '#features/pages/list-figures/rules.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'

export interface ProjectItemProps {
  project: Project
  /** On the page of a client, whose name is left out. */
  ofClient: boolean
  /** Undefined if nothing is unbilled, or while it loads. */
  figures: ProjectFigures | undefined
  onEdit(): void
  /** A control in front of the menu. */
  action?: ReactNode
}

/** For narrow screens. */
export function ProjectCard({ project, ofClient, figures, onEdit, action }: ProjectItemProps) {
  const unbilled = sumsText(figures?.unbilled)
  const unread = useUnread().filter(({ project_id }) => project_id === project.id).length

  return (
    <Card className="group relative flex flex-col p-4 transition-colors hover:border-edge sm:min-h-60">
      <div className="flex items-start gap-2 max-[23rem]:flex-wrap">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold" title={project.name}>
            <Link
              to={`/projects/${project.id}`}
              className="line-clamp-2 min-h-6 wrap-anywhere after:absolute after:inset-0 after:rounded"
            >
              {project.name}
            </Link>
          </h2>
        </div>
        <span className="flex gap-2 max-[23rem]:order-last max-[23rem]:mb-1 max-[23rem]:w-full">
          <UnreadBadge count={unread} />
          <StatusBadge status={project.status} />
        </span>
        <span className="relative -mt-1.5 -mr-1.5 flex touch:-mt-3 touch:-mr-3">
          {action}
          <ProjectMenu project={project} onEdit={onEdit} />
        </span>
      </div>
      {!ofClient && (
        <p className="text-meta text-muted">
          {project.client_id === null ? (
            <span className="text-faint">No client</span>
          ) : (
            <Link
              to={`/clients/${project.client_id}`}
              className="touch-target relative block min-h-6 w-fit max-w-full rounded-xs hover:text-ink"
            >
              <span className="block truncate">{project.client_name}</span>
            </Link>
          )}
        </p>
      )}
      <p
        className={cx(
          'empty:mt-0 text-meta wrap-anywhere text-muted',
          budgetsOf(project).length > 0 ? 'mt-2 line-clamp-1' : 'mt-3 line-clamp-2',
        )}
      >
        {project.description}
      </p>
      <BudgetLine project={project} />
      <p className="mt-1.5 min-h-lh text-meta tabular-nums sm:truncate">
        {unbilled && `${unbilled} unbilled`}
      </p>
      <dl className="mt-auto grid gap-x-3 gap-y-1 border-t border-hairline pt-3 max-sm:mt-4 min-[23rem]:grid-cols-3">
        <Price project={project} />
        <Figure label="Estimate">
          {project.estimated_hours !== null && formatHours(project.estimated_hours)}
        </Figure>
        <Figure label="Start">{project.start_date && formatDate(project.start_date)}</Figure>
      </dl>
    </Card>
  )
}

type ProjectMenuProps = Pick<ProjectItemProps, 'project' | 'onEdit'>

export function ProjectMenu({ project, onEdit }: ProjectMenuProps) {
  const deletion = useDeleteProject()
  return (
    <ActionsMenu label={`Actions for ${project.name}`}>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <DeleteMenuItem {...deletionQuestion(project)} onDelete={() => deletion.mutate(project)} />
    </ActionsMenu>
  )
}

function Price({ project: { billing, rate, rate_unit, fixed_fee, currency } }: { project: Project }) {
  if (billing === 'none') return <Figure label="Billing">{BILLING_LABELS.none}</Figure>
  if (fixed_fee !== null) return <Figure label="Fixed fee">{formatMoney(fixed_fee, currency)}</Figure>
  return (
    <Figure label="Rate">
      {rate !== null && (
        <>
          {formatMoney(rate, currency)}/<wbr />
          {rate_unit}
        </>
      )}
    </Figure>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 max-[23rem]:flex max-[23rem]:items-baseline max-[23rem]:justify-between">
      <dt className="text-micro text-faint">{label}</dt>
      <dd className="text-meta wrap-anywhere tabular-nums">
        {children || (
          <span className="text-faint">
            <span aria-hidden="true">–</span>
            <span className="sr-only">Not set</span>
          </span>
        )}
      </dd>
    </div>
  )
}
