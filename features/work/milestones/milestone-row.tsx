import { Pencil } from 'lucide-react'
import { formatDate, formatMoney } from '#core/format.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { BilledBadge } from '#features/work/billing-status/billed-badge.tsx'
import { BilledMenuLink } from '#features/work/billing-status/billed-menu-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { ActionsMenu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Sorting } from '#web/ui/sorting.tsx'
import { useDeleteMilestone, useUpdateMilestone, withStatus } from './client.ts'
import type { Milestone } from './contract.ts'
import { statusOptions } from './status-options.tsx'

type MilestoneRowProps = { projectId: number; milestone: Milestone; sorting: Sorting; onEdit(): void }

export function MilestoneRow({ projectId, milestone, sorting, onEdit }: MilestoneRowProps) {
  const update = useUpdateMilestone(projectId)
  const deletion = useDeleteMilestone(projectId)

  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2 border-b border-hairline bg-surface py-3 pr-2 pl-2 md:grid-cols-[auto_minmax(0,1fr)_auto_auto] md:gap-x-3">
      {sorting.handle}
      <div className="min-w-0 self-center py-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className={cx('font-medium wrap-anywhere', milestone.status === 'completed' && 'text-muted')}>
            {milestone.title}
          </h2>
          <DueDate milestone={milestone} />
          <Fee milestone={milestone} />
        </div>
        {milestone.description && (
          <p className="mt-0.5 text-meta whitespace-pre-wrap wrap-anywhere text-muted">
            {milestone.description}
          </p>
        )}
      </div>
      <div className="max-md:col-start-2 max-md:col-end-4 max-md:row-start-2 max-md:pr-1 md:w-40">
        <Select
          size="sm"
          aria-label={`Status of ${milestone.title}`}
          options={statusOptions}
          value={milestone.status}
          disabled={milestone.invoice !== null}
          onValueChange={(status) => update.mutate(withStatus(milestone, status))}
        />
      </div>
      <ActionsMenu label={`Actions for ${milestone.title}`}>
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
        {sorting.menuItems}
        <MenuSeparator />
        {milestone.invoice ? (
          <BilledMenuLink invoice={milestone.invoice} />
        ) : (
          <DeleteMenuItem
            title={`Delete ${milestone.title}?`}
            consequences="It will be removed, and your client will no longer see it."
            onDelete={() => deletion.mutate(milestone)}
          />
        )}
      </ActionsMenu>
    </div>
  )
}

function Fee({ milestone }: { milestone: Milestone }) {
  const { fee, currency } = milestone
  if (fee === null) return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-meta text-muted tabular-nums">
      Fee {formatMoney(fee, currency)} <BilledBadge work={milestone} />
    </p>
  )
}

function DueDate({ milestone: { due_date, status } }: { milestone: Milestone }) {
  const today = useToday()
  if (!due_date) return null
  const missed = due_date < today && status !== 'completed'
  return (
    <p className={cx('text-meta', missed ? 'text-red-ink' : 'text-faint')}>
      {missed ? 'Was due ' : 'Due '}
      <time dateTime={due_date}>{formatDate(due_date)}</time>
    </p>
  )
}
