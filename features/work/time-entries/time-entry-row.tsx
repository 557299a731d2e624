import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatHoursInColumn, formatMoney, formatTime } from '#core/format.ts'
import { useTimeZone } from '#features/foundation/account/client.ts'
import { BilledBadge } from '#features/work/billing-status/billed-badge.tsx'
import { BilledMenuLink } from '#features/work/billing-status/billed-menu-link.tsx'
import { invoicePath } from '#features/work/billing-status/rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { fillsRow } from '#web/ui/fills-row.ts'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'
import { Row } from '#web/ui/row-list.tsx'
import { SelectionBox } from '#web/ui/selection-boxes.tsx'
import { useDeleteTimeEntry } from './client.ts'
import type { TimeEntry } from './contract.ts'

export interface TimeEntryRowProps {
  entry: TimeEntry
  /** On the page of a project or client, whose name is left out. */
  of?: 'project' | 'client' | undefined
  onEdit(): void
  /** A control in front of the menu. */
  action?: ReactNode
  /** Undefined where entries cannot be chosen. */
  selected?: boolean | undefined
  /** `range`: with all up to the one that was chosen last. */
  onToggle?: (range: boolean) => void
}

/** One line that leads with the description, for wide screens. */
export function TimeEntryRow(props: TimeEntryRowProps) {
  const { entry, of, onEdit, action, selected, onToggle } = props
  const { hours, day, description } = describe(entry)
  return (
    <Row selected={selected}>
      {selected !== undefined && (
        <SelectionBox
          of={description}
          selected={selected}
          onToggle={(range) => onToggle?.(range)}
          className="relative z-1"
        />
      )}
      <p className="flex min-w-0 items-center gap-2">
        <EntryLink entry={entry} onEdit={onEdit} className="block truncate" />
        {(entry.is_billed || !entry.is_billable) && <EntryKind entry={entry} className="relative z-1" />}
      </p>
      {of !== 'project' && <ProjectAndClient entry={entry} of={of} />}
      <span className="text-faint">{!entry.is_billed && entry.is_billable && 'Billable'}</span>
      <div className="text-faint tabular-nums">
        <time dateTime={entry.date}>{day}</time>
        <p className="truncate text-micro">
          <MeasuredTimes entry={entry} />
        </p>
      </div>
      <span className="text-right text-muted tabular-nums">
        {entry.amount !== null && formatMoney(entry.amount, entry.currency)}
      </span>
      <span className="text-right font-medium text-ink tabular-nums">{hours}</span>
      <span className="relative flex justify-end">
        {action}
        <EntryMenu entry={entry} description={description} onEdit={onEdit} />
      </span>
    </Row>
  )
}

type EntryLinkProps = Pick<TimeEntryRowProps, 'entry' | 'onEdit'> & { className: string }

/** Opens the entry, or the invoice that bills it. It fills the row. */
function EntryLink({ entry, onEdit, className }: EntryLinkProps) {
  const text = (
    <span className={cx(className, !entry.description && 'text-faint')}>
      {entry.description || 'No description'}
    </span>
  )
  const style = cx('min-w-0 rounded-xs text-left text-body text-ink', fillsRow)
  return entry.invoice ? (
    <Link to={invoicePath(entry.invoice)} className={style}>
      {text}
    </Link>
  ) : (
    <button type="button" onClick={onEdit} className={style} title={entry.description}>
      {text}
    </button>
  )
}

const projectOf = (entry: TimeEntry): string => entry.project_name ?? 'Unknown Project'

type ProjectAndClientProps = Pick<TimeEntryRowProps, 'entry' | 'of'> & { className?: string }

/** On a phone a line for each. A link that wraps has a gap in its middle, where the row would take the press. */
const ProjectAndClient = ({ entry, of, className }: ProjectAndClientProps) => (
  <p className={cx('min-w-0 text-muted md:flex md:gap-x-1', className)}>
    <span className={cx('max-md:line-clamp-2 md:truncate', !of && 'md:max-w-[70%] md:shrink-0')}>
      {projectOf(entry)}
    </span>
    {!of && entry.client_name && (
      <>
        <span className="max-md:sr-only">·</span>
        <Link
          to={`/clients/${entry.client_id}`}
          className="touch-target relative block w-fit max-w-full min-w-0 rounded-xs max-md:mb-1 max-md:min-h-6 hover:text-ink"
        >
          <span className="block truncate">{entry.client_name}</span>
        </Link>
      </>
    )}
  </p>
)

function describe(entry: TimeEntry) {
  const [hours, day] = [`${formatHoursInColumn(entry.hours)} h`, formatDate(entry.date)]
  return { hours, day, description: `${hours} on ${projectOf(entry)}, ${day}` }
}

type TimeEntryCardProps = TimeEntryRowProps & { first: boolean; last: boolean }

/** For narrow screens. */
export function TimeEntryCard(props: TimeEntryCardProps) {
  const { entry, of, first, last, onEdit, action, selected, onToggle } = props
  const { hours, day, description } = describe(entry)
  return (
    <div
      className={cx(
        'group relative flex min-h-17.5 items-center gap-3 border-x border-t border-hairline bg-surface py-3 pr-2 pl-4 md:gap-6 md:pl-5',
        first && 'rounded-t',
        last && 'rounded-b border-b',
      )}
    >
      {selected !== undefined && (
        <SelectionBox
          of={description}
          selected={selected}
          onToggle={(range) => onToggle?.(range)}
          className="relative z-1 -my-1 shrink-0 max-md:-mx-3.5 max-md:self-start max-md:px-3.5 md:-mr-3"
        />
      )}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3 md:flex md:items-center md:gap-6">
        <div className="min-w-0 flex-1">
          <p className="flex min-w-0 items-center gap-2">
            <EntryLink
              entry={entry}
              onEdit={onEdit}
              className="line-clamp-2 font-medium wrap-anywhere md:line-clamp-1"
            />
            <EntryKind entry={entry} className="relative z-1 max-md:hidden" />
          </p>
          {of !== 'project' && <ProjectAndClient entry={entry} of={of} className="mt-0.5 text-meta" />}
        </div>
        <p className="shrink-0 text-right text-meta text-muted tabular-nums max-md:hidden">
          <time dateTime={entry.date} className="block">
            {day}
          </time>
          <MeasuredTimes entry={entry} />
        </p>
        <span className="shrink-0 text-right max-md:pr-2 md:min-w-20">
          <span className="block font-medium">{hours}</span>
          {entry.amount !== null && (
            <span className="mt-0.5 block text-meta text-muted tabular-nums">
              {formatMoney(entry.amount, entry.currency)}
            </span>
          )}
        </span>
        <p className="flex flex-wrap items-center gap-x-2 self-center text-meta text-muted md:hidden">
          <EntryKind entry={entry} className="relative z-1" />
          <time dateTime={entry.date} className="whitespace-nowrap">
            {day}
          </time>
          <MeasuredTimes entry={entry} />
        </p>
        <span className="relative flex shrink-0 justify-end">
          {action}
          <EntryMenu entry={entry} description={description} onEdit={onEdit} />
        </span>
      </div>
    </div>
  )
}

type EntryMenuProps = Pick<TimeEntryRowProps, 'entry' | 'onEdit'> & { description: string }

const EntryMenu = ({ entry, description, onEdit }: EntryMenuProps) => (
  <ActionsMenu label={`Actions for ${description}`}>
    {entry.invoice ? (
      <BilledMenuLink invoice={entry.invoice} />
    ) : (
      <>
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
        <DeleteEntry entry={entry} description={description} />
      </>
    )}
  </ActionsMenu>
)

/** Asks for the time zone only if the timer measured it, which most rows of a long list do without. */
const MeasuredTimes = ({ entry: { started_at, ended_at } }: { entry: TimeEntry }) =>
  started_at && ended_at && <Times from={started_at} to={ended_at} />

/** "9:05 AM – 10:12 AM" */
function Times({ from, to }: { from: Date; to: Date }) {
  const timeZone = useTimeZone()
  const times = [from, to].map((instant) => formatTime(instant, timeZone))
  return <span className="whitespace-nowrap">{times.join(' – ')}</span>
}

/** Rendered with the open menu only. */
function DeleteEntry({ entry, description }: { entry: TimeEntry; description: string }) {
  const deletion = useDeleteTimeEntry()
  return (
    <DeleteMenuItem
      title="Delete this time entry?"
      consequences={`${description}, will be removed.`}
      onDelete={() => deletion.mutate(entry)}
    />
  )
}

function EntryKind({ entry, className }: { entry: TimeEntry; className?: string }) {
  if (entry.is_billed) return <BilledBadge work={entry} {...(className && { className })} />
  return (
    <Badge tone={entry.is_billable ? 'green' : 'grey'} {...(className && { className })}>
      {entry.is_billable ? 'Billable' : 'Non-billable'}
    </Badge>
  )
}
