import { dateIn } from '#core/calendar.ts'
import { formatTime, formatWeekday } from '#core/format.ts'
import { truncate } from '#core/text.ts'
import type { Timer } from './contract.ts'

interface Reader {
  timeZone: string
  locale: string
}

/** The mail about a timer that was most likely forgotten. */
export function stillRunningNotice(
  { started_at, description, project_name }: Timer,
  { timeZone, locale }: Reader,
) {
  const since = `${formatTime(started_at, timeZone, locale)} on ${formatWeekday(dateIn(timeZone, started_at))}`
  const work = [project_name, truncate(description, 100)].filter(Boolean).join(': ')
  return {
    subject: 'Your timer is still running',
    heading: 'Your timer is still running',
    paragraphs: [
      `It has been running since ${since}${work && `, on ${work}`}.`,
      'If you have stopped working, stop the timer and say when you really ended. Nothing is logged until then.',
    ],
    button: { label: 'Open Daybook', path: '/time-tracking' },
  }
}

export const STILL_RUNNING_FOOTER =
  'You are receiving this email because a timer in your Daybook has been running for more than ten hours.'
