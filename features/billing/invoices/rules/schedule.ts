import { addDays, type DateOnly, dateIn } from '#core/calendar.ts'
import { formatShortDay, formatTime } from '#core/format.ts'
import type { InvoiceSummary } from '../contract/invoice.ts'

const LONGEST_AHEAD_DAYS = 366

/** Says why a draft cannot be sent at this time; null if it can. */
export function scheduleProblem(at: Date, now: Date): string | null {
  if (at <= now) return 'Must be in the future'
  const latest = addDays(dateIn('UTC', now), LONGEST_AHEAD_DAYS)
  return dateIn('UTC', at) > latest ? 'Must be within a year' : null
}

type Schedule = Pick<InvoiceSummary, 'status' | 'scheduled_for' | 'schedule_problem'>

/** True once a draft is to be sent. After a problem it waits for the freelancer. */
export const isDueToSend = ({ status, scheduled_for, schedule_problem }: Schedule, now: Date): boolean =>
  status === 'draft' && scheduled_for !== null && schedule_problem === '' && scheduled_for <= now

/** "Nov 20, 9:00 AM": in the account's time zone. */
export const describeTime = (at: Date, timeZone: string, today: DateOnly): string =>
  `${formatShortDay(dateIn(timeZone, at), today)}, ${formatTime(at, timeZone)}`

/** "Scheduled for Nov 20, 9:00 AM", or that it was not sent then; null if it is not scheduled. */
export function describeSchedule(
  { scheduled_for, schedule_problem }: Pick<Schedule, 'scheduled_for' | 'schedule_problem'>,
  timeZone: string,
  today: DateOnly,
): string | null {
  if (scheduled_for === null) return null
  const time = describeTime(scheduled_for, timeZone, today)
  return schedule_problem ? `Not sent on ${time}` : `Scheduled for ${time}`
}
