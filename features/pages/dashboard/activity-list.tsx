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
import { pageOf, relativeDate } from './rules.ts'

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
      {activities.map((activity, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the log has no number and holds no state
        <ActivityLine key={index} activity={activity} now={now} />
      ))}
    </ul>
  )
}

function ActivityLine({ activity, now }: { activity: Activity; now: Date }) {
  const { type, title, description, date, subject, removal_id } = activity
  const { icon: Icon, name } = ICONS[type]
  const timeZone = useTimeZone()
  return (
    <li
      className={cx(
        'relative flex items-center gap-3 border-b border-hairline px-5 py-3 last:border-0',
        subject && 'transition-colors hover:bg-sunken',
      )}
    >
      <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon role="img" aria-label={name} className="icon" />
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
        <p className="font-medium">
          {subject ? (
            <Link to={pageOf(subject)} className="after:absolute after:inset-0">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <time
          dateTime={date.toISOString()}
          title={formatInstant(date)}
          className="text-meta text-faint tabular-nums"
        >
          {relativeDate(date, now, timeZone)}
        </time>
        <p className="col-span-2 truncate text-meta text-muted" title={description}>
          {description}
        </p>
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
