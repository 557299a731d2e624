import { Clock, FileText, Hourglass, ReceiptText } from 'lucide-react'
import { formatDecimalHours, formatMoney } from '#core/format.ts'
import { shareOf } from '#core/money.ts'
import { HOUR } from '#core/units.ts'
import type { Project, ProjectDetail } from '#features/engagement/projects/contract.ts'
import { ProjectBudget } from '#features/engagement/projects/project-budget.tsx'
import { Panel } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type ProjectOverviewProps = { project: Project; detail: ProjectDetail | undefined }

export function ProjectOverview({ project, detail }: ProjectOverviewProps) {
  return (
    <div className="flex flex-col gap-4 md:gap-5">
      <div className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
        <StatCard
          label="Time"
          icon={<Clock />}
          value={detail && `${formatDecimalHours(detail.hours_total)} h`}
          hint={detail ? billableTime(detail) : ' '}
          to="?tab=time"
        />
        <StatCard
          label="Expenses"
          icon={<ReceiptText />}
          value={detail && formatMoney(detail.expenses_total, detail.home_currency)}
          hint={detail ? `${formatMoney(detail.expenses_billable, detail.home_currency)} billable` : ' '}
          to={`/expenses?project_id=${project.id}`}
        />
        <StatCard
          label="Invoiced"
          icon={<FileText />}
          value={detail && formatMoney(detail.invoiced_total, detail.home_currency)}
          hint={detail ? `${formatMoney(detail.draft_total, detail.home_currency)} in drafts` : ' '}
          to="?tab=invoices"
        />
        <StatCard
          label="Outstanding"
          icon={<Hourglass />}
          value={detail && formatMoney(detail.invoiced_total - detail.paid_total, detail.home_currency)}
          hint={detail ? `${formatMoney(detail.paid_total, detail.home_currency)} paid` : ' '}
          to="?tab=invoices"
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2 md:gap-5">
        <Panel title="Progress">
          {detail ? <Progress detail={detail} /> : <Skeleton className="h-32" />}
        </Panel>
        <Panel title="Description">
          {project.description ? (
            <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere">
              {project.description}
            </p>
          ) : (
            <p className="text-muted">
              No description yet. Your client sees it in the portal.{' '}
              <TextLink to={`?edit=${project.id}`} state={{ openedHere: true }} preventScrollReset>
                Describe the project
              </TextLink>
            </p>
          )}
        </Panel>
      </div>
    </div>
  )
}

function billableTime(detail: ProjectDetail): string {
  const { hours_billable, hours_total, rate, earned_total, fixed_fee, currency } = detail
  const hours = `${formatDecimalHours(hours_billable)} h billable`
  if (rate !== null || earned_total > 0) return `${hours}, ${formatMoney(earned_total, currency)} earned`
  if (fixed_fee === null || hours_total === 0) return hours
  return `Fee per hour: ${formatMoney(shareOf(fixed_fee, HOUR, hours_total), currency)}`
}

function Progress({ detail }: { detail: ProjectDetail }) {
  const { milestones_completed, milestones_total, deliverables_approved, deliverables_total } = detail
  const waiting = waitingMessage(detail)
  return (
    <div className="flex flex-col gap-5">
      <ProgressBar
        label="Milestones completed"
        value={milestones_completed}
        max={milestones_total}
        valueText={`${milestones_completed} / ${milestones_total}`}
        tone="green"
      />
      <div>
        <ProgressBar
          label="Deliverables approved"
          value={deliverables_approved}
          max={deliverables_total}
          valueText={`${deliverables_approved} / ${deliverables_total}`}
          tone="green"
        />
        {waiting && (
          <p className="mt-1.5 text-meta text-muted">
            {waiting}. <TextLink to="?tab=deliverables">View deliverables</TextLink>
          </p>
        )}
      </div>
      {detail.estimated_hours !== null && (
        <ProgressBar
          label="Estimated hours used"
          value={detail.hours_total}
          max={detail.estimated_hours}
          valueText={`${formatDecimalHours(detail.hours_total)} / ${formatDecimalHours(detail.estimated_hours)} h`}
          tone={detail.hours_total > detail.estimated_hours ? 'red' : 'ink'}
        />
      )}
      <ProjectBudget project={detail} />
    </div>
  )
}

const waitingMessage = ({ deliverables_submitted, deliverables_rejected }: ProjectDetail): string =>
  [
    deliverables_submitted > 0 && `${deliverables_submitted} waiting for your client`,
    deliverables_rejected > 0 && `${deliverables_rejected} waiting for your changes`,
  ]
    .filter(Boolean)
    .join(', ')
