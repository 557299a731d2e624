import { Link } from 'react-router'
import { formatDate, formatDecimalHours, formatPercent } from '#core/format.ts'
import { useUnread } from '#features/engagement/notifications/client.ts'
import { UnreadBadge } from '#features/engagement/notifications/unread-badge.tsx'
import type { Project } from '#features/engagement/projects/contract.ts'
import { BUDGET_TONES } from '#features/engagement/projects/project-budget.tsx'
import { priceText, tightestBudget } from '#features/engagement/projects/rules.ts'
import { StatusBadge } from '#features/engagement/projects/status-badge.tsx'
import { Sums } from '#features/pages/list-figures/sums.tsx'
import { cx } from '#web/ui/cx.ts'
import { fillsRow } from '#web/ui/fills-row.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Nothing, Row } from '#web/ui/row-list.tsx'
import { SelectionBox } from '#web/ui/selection-boxes.tsx'
import { type ProjectItemProps, ProjectMenu } from './project-card.tsx'

type ProjectRowProps = ProjectItemProps & {
  /** Undefined where projects cannot be chosen. */
  selected: boolean | undefined
  onToggle(range: boolean): void
}

/** Two lines for wide screens. */
export function ProjectRow(props: ProjectRowProps) {
  const { project, ofClient, figures, selected, onToggle, onEdit, action } = props
  const unread = useUnread().filter(({ project_id }) => project_id === project.id).length
  return (
    <Row tall selected={selected}>
      {selected !== undefined && (
        <SelectionBox of={project.name} selected={selected} onToggle={onToggle} className="relative z-1" />
      )}
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2">
          <h2
            className={cx(
              'text-body font-semibold wrap-anywhere',
              project.description ? 'line-clamp-1' : 'line-clamp-2',
            )}
            title={project.name}
          >
            <Link to={`/projects/${project.id}`} className={cx('rounded-xs', fillsRow)}>
              {project.name}
            </Link>
          </h2>
          <UnreadBadge count={unread} />
        </div>
        <p className="truncate text-muted" title={project.description}>
          {project.description}
        </p>
      </div>
      {!ofClient && (
        <p className="truncate text-muted">
          {project.client_id === null ? (
            <span className="text-faint">No client</span>
          ) : (
            <Link to={`/clients/${project.client_id}`} className="relative rounded-xs hover:text-ink">
              {project.client_name}
            </Link>
          )}
        </p>
      )}
      <span>
        <StatusBadge status={project.status} />
      </span>
      <span className="line-clamp-2 tabular-nums">{priceText(project) ?? <Nothing says="Not set" />}</span>
      <Used project={project} />
      <span className="text-muted tabular-nums">
        {project.start_date ? formatDate(project.start_date) : <Nothing says="Not set" />}
      </span>
      <Sums sums={figures?.unbilled} empty="Nothing unbilled" />
      <span className="relative flex justify-end">
        {action}
        <ProjectMenu project={project} onEdit={onEdit} />
      </span>
    </Row>
  )
}

/** The used part of the budget; without one, the estimate. */
function Used({ project }: { project: Project }) {
  const budget = tightestBudget(project)
  if (budget) {
    return (
      <ProgressBar
        className="[&>div:first-child]:text-micro"
        label={budget.rest}
        value={budget.used}
        max={budget.budget}
        valueText={formatPercent(budget.percent)}
        tone={BUDGET_TONES[budget.state]}
      />
    )
  }
  return (
    <span className="text-muted tabular-nums">
      {project.estimated_hours === null ? (
        <Nothing says="Not set" />
      ) : (
        `${formatDecimalHours(project.estimated_hours)} h estimated`
      )}
    </span>
  )
}
