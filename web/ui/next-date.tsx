import type { DateOnly } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'
import { stateOf } from '#core/recurrence.ts'
import { Badge } from './badge.tsx'

type NextDateProps = {
  is_paused: boolean
  next_date: DateOnly | null
  today: DateOnly
  /** Text for a date that has passed and is not done. */
  waiting: string
}

/** Says when something happens again, or why it does not. */
export function NextDate({ is_paused, next_date, today, waiting }: NextDateProps) {
  const state = stateOf({ is_paused, next_date }, today)
  if (state === 'paused') return <Badge tone="yellow">Paused</Badge>
  if (state === 'ended' || next_date === null) return <Badge tone="grey">Ended</Badge>
  if (state === 'waiting') return <Badge tone="red">{waiting}</Badge>
  return (
    <span className="text-meta text-muted">
      Next on <time dateTime={next_date}>{formatDate(next_date)}</time>
    </span>
  )
}
