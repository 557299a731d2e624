import { Circle, CircleCheck, CircleDot, TriangleAlert } from 'lucide-react'
import { formatDate, formatHours, formatMoney } from '#core/format.ts'
import type { MilestoneStatus } from '#features/work/milestones/contract.ts'
import { StatusBadge } from '#features/work/milestones/status-badge.tsx'
import { Card, Panel } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { PortalMilestone, PortalProjectDetail } from './contract/projects.ts'
import { Fact } from './fact.tsx'

export function ProjectOverview({ project }: { project: PortalProjectDetail }) {
  const { milestones, milestones_completed: completed, milestones_total: total } = project
  return (
    <div className="flex flex-col gap-4">
      <Facts project={project} />
      <Panel title={`Milestones (${completed}/${total})`} flush>
        {milestones.length === 0 ? (
          <p className="px-5 py-8 text-center text-muted">No milestones set for this project.</p>
        ) : (
          <>
            <ProgressBar
              className="px-5 pt-5 pb-1"
              hideLabel
              label="Milestones"
              value={completed}
              max={total}
              valueText={`${completed}/${total}`}
            />
            <ol className="px-5 pb-2">
              {milestones.map((milestone) => (
                <MilestoneItem key={milestone.id} milestone={milestone} />
              ))}
            </ol>
          </>
        )}
      </Panel>
    </div>
  )
}

function Facts({ project }: { project: PortalProjectDetail }) {
  const { hourly_rate, daily_rate, fixed_fee, currency, estimated_hours, start_date, end_date } = project
  const hasPrice = hourly_rate !== null || daily_rate !== null || fixed_fee !== null
  if (!hasPrice && estimated_hours === null && !start_date && !end_date) return null
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-5 p-5 md:grid-cols-4">
        <Fact term="Hourly rate">
          {hourly_rate !== null && `${formatMoney(hourly_rate, currency)} per hour`}
        </Fact>
        <Fact term="Day rate">{daily_rate !== null && `${formatMoney(daily_rate, currency)} per day`}</Fact>
        <Fact term="Fixed fee">{fixed_fee !== null && formatMoney(fixed_fee, currency)}</Fact>
        <Fact term="Estimated hours">{estimated_hours !== null && formatHours(estimated_hours)}</Fact>
        <Fact term="Start date">{start_date && formatDate(start_date)}</Fact>
        <Fact term="Due date">{end_date && formatDate(end_date)}</Fact>
      </dl>
    </Card>
  )
}

const marks: Record<MilestoneStatus, { icon: typeof Circle; style: string }> = {
  pending: { icon: Circle, style: 'text-faint' },
  in_progress: { icon: CircleDot, style: 'text-blue-ink' },
  completed: { icon: CircleCheck, style: 'text-green-ink' },
  delayed: { icon: TriangleAlert, style: 'text-yellow-ink' },
}

function MilestoneItem({ milestone }: { milestone: PortalMilestone }) {
  const { icon: Mark, style } = marks[milestone.status]
  return (
    <li className="flex gap-3 border-b border-hairline py-4 last:border-0">
      <Mark aria-hidden className={cx('mt-0.5 size-4.5 shrink-0', style)} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">{milestone.title}</h3>
          <StatusBadge status={milestone.status} />
        </div>
        {milestone.description && (
          <p className="mt-1 wrap-anywhere whitespace-pre-line text-muted">{milestone.description}</p>
        )}
        {milestone.due_date && (
          <p className="mt-1 text-meta text-faint">
            Due: <time dateTime={milestone.due_date}>{formatDate(milestone.due_date)}</time>
          </p>
        )}
      </div>
    </li>
  )
}
