import { Clock, FileText, Hourglass, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDecimalHours, formatMoney } from '#core/format.ts'
import { shareOf } from '#core/money.ts'
import { HOUR } from '#core/units.ts'
import type { Project, ProjectDetail } from '#features/engagement/projects/contract.ts'
import { ProjectBudget } from '#features/engagement/projects/project-budget.tsx'
import { budgetsByUse } from '#features/engagement/projects/rules.ts'
import { MoneyStrip } from '#features/pages/money/money-strip.tsx'
import { billPath } from '#features/work/billing-status/rules.ts'
import { Panel } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type ProjectOverviewProps = { project: Project; detail: ProjectDetail | undefined }

/** A project with work on it: where its money is, and how far it has come. */
export function ProjectOverview({ project, detail }: ProjectOverviewProps) {
  const { id, client_id } = project
  return (
    <div className="flex flex-col gap-4 md:gap-5">
      {(project.has_history || (detail && detail.milestones_completed > 0)) && (
        <MoneyStrip
          className="mb-1"
          filter={{ project_id: id }}
          unbilledPath={billPath({ client: client_id, project: id })}
          listPath={(status) => ({ search: `tab=invoices&status=${status}` })}
        />
      )}
      <div className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
        {detail && detail.time_entries_count === 0 ? (
          <NoneYet label="Time" icon={<Clock />} step="Log time" to="?tab=time&new" />
        ) : (
          <StatCard
            label="Time"
            icon={<Clock />}
            value={detail && `${formatDecimalHours(detail.hours_total)} h`}
            hint={detail ? billableTime(detail) : ' '}
            to="?tab=time"
          />
        )}
        {detail && detail.expenses_count === 0 ? (
          <NoneYet label="Expenses" icon={<ReceiptText />} step="Add an expense" to="?tab=expenses&new" />
        ) : (
          <StatCard
            label="Expenses"
            icon={<ReceiptText />}
            value={detail && formatMoney(detail.expenses_total, detail.home_currency)}
            hint={detail ? `${formatMoney(detail.expenses_billable, detail.home_currency)} billable` : ' '}
            to="?tab=expenses"
          />
        )}
        {detail && detail.invoices_count === 0 ? (
          <NoneYet
            label="Invoiced"
            icon={<FileText />}
            step="Bill the work"
            to={billPath({ client: client_id, project: id })}
          />
        ) : (
          <>
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
          </>
        )}
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-5">
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
              <EditLink id={id}>Describe the project</EditLink>
            </p>
          )}
        </Panel>
      </div>
    </div>
  )
}

type NoneYetProps = { label: string; icon: ReactNode; step: string; to: string }

/** Stands in for a figure that would be zero: the next step. */
const NoneYet = ({ label, icon, step, to }: NoneYetProps) => (
  <StatCard
    label={label}
    icon={icon}
    value={<span className="text-body font-normal tracking-normal text-muted">None yet</span>}
    hint={<span className="underline decoration-edge underline-offset-4">{step}</span>}
    to={to}
  />
)

const EditLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <TextLink to={`?edit=${id}`} state={{ openedHere: true }} preventScrollReset>
    {children}
  </TextLink>
)

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
      {budgetsByUse(detail).length > 0 ? (
        <div>
          <ProjectBudget project={detail} />
          <p className="mt-1.5 text-meta">
            <EditLink id={detail.id}>Change the budget</EditLink>
          </p>
        </div>
      ) : (
        <p className="text-meta text-muted">
          No budget yet. <EditLink id={detail.id}>Set hours or money</EditLink>
        </p>
      )}
      {milestones_total > 0 ? (
        <ProgressBar
          label="Milestones completed"
          value={milestones_completed}
          max={milestones_total}
          valueText={`${milestones_completed} / ${milestones_total}`}
          tone="green"
        />
      ) : (
        <p className="text-meta text-muted">
          No milestones yet. <TextLink to="?tab=milestones&new">Add one</TextLink>
        </p>
      )}
      {deliverables_total > 0 ? (
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
      ) : (
        <p className="text-meta text-muted">
          No deliverables yet. <TextLink to="?tab=deliverables&new">Add one</TextLink>
        </p>
      )}
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
