import {
  Activity as ActivityIcon,
  Clock,
  FileText,
  FolderKanban,
  type LucideIcon,
  ReceiptText,
  Users,
} from 'lucide-react'
import { Link } from 'react-router'
import { formatInstant } from '#core/format.ts'
import { useTimeZone } from '#features/foundation/account/client.ts'
import type { Activity, ActivityType } from '#features/foundation/activity/contract.ts'
import { useServerTime } from '#web/data/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useUndoActivity } from './client.ts'
import { groupLoggedTime, relativeDate, type ShownActivity } from './rules.ts'

const ICONS: Record<ActivityType, { icon: LucideIcon; name: string }> = {
  client: { icon: Users, name: 'Client' },
  project: { icon: FolderKanban, name: 'Project' },
  time: { icon: Clock, name: 'Time' },
  invoice: { icon: FileText, name: 'Invoice' },
  expense: { icon: ReceiptText, name: 'Expense' },
  other: { icon: ActivityIcon, name: 'Other' },
}

export function ActivityList({ activities }: { activities: Activity[] }) {
  const now = useNow()
  return (
    <ul>
      {groupLoggedTime(activities, useTimeZone()).map((activity, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the log has no number and holds no state
        <ActivityLine key={index} activity={activity} now={now} />
      ))}
    </ul>
  )
}

function ActivityLine({ activity, now }: { activity: ShownActivity; now: Date }) {
  const { type, title, description, date, to, removal_id } = activity
  const { icon: Icon, name } = ICONS[type]
  const timeZone = useTimeZone()
  return (
    <li
      className={cx(
        'relative flex min-h-11 items-center gap-3 border-b border-hairline px-4 py-2 last:border-0',
        to && 'transition-colors hover:bg-sunken',
      )}
    >
      <Icon role="img" aria-label={name} className="icon shrink-0 text-faint" />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
        <p className="min-w-0 max-sm:contents sm:flex sm:gap-x-2">
          {to ? (
            <Link to={to} className="font-medium after:absolute after:inset-0 sm:shrink-0">
              {title}
            </Link>
          ) : (
            <span className="font-medium sm:shrink-0">{title}</span>
          )}
          <span
            className="min-w-0 text-muted max-sm:col-span-2 max-sm:row-start-2 max-sm:line-clamp-2 sm:truncate"
            title={description}
          >
            {description}
          </span>
        </p>
        <time
          dateTime={date.toISOString()}
          title={formatInstant(date)}
          className="text-meta text-faint tabular-nums"
        >
          {relativeDate(date, now, timeZone)}
        </time>
      </div>
      {removal_id !== null && <UndoActivity removalId={removal_id} title={title} />}
    </li>
  )
}

function UndoActivity({ removalId, title }: { removalId: number; title: string }) {
  const undo = useUndoActivity()
  return (
    <Button
      size="sm"
      aria-label={`Undo: ${title}`}
      pending={undo.isPending}
      onClick={() => undo.mutate(removalId)}
      className="relative"
    >
      Undo
    </Button>
  )
}

const MINUTE = 60_000

/** The server's time, updated while the page stays open. */
const useNow = (): Date => new Date(useServerTime((now) => Math.floor(now.getTime() / MINUTE) * MINUTE))
