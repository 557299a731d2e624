import type { DateOnly } from '#core/calendar.ts'
import type { DocumentLine } from '#core/document-lines.ts'
import { formatDate, formatDecimalHours, formatShortDay } from '#core/format.ts'
import { type MinorUnits, worthOf } from '#core/money.ts'
import {
  handledBeforeToday,
  nextDate,
  type Period,
  periodBefore,
  periodFrom,
  type Recurrence,
} from '#core/recurrence.ts'
import { HOUR, hoursAsQuantity, type Seconds } from '#core/units.ts'
import type { Covers, RecurringInvoice, RecurringKind, RecurringProblem, RetainerUse } from './contract.ts'

export const kindLabel: Record<RecurringKind, string> = {
  fixed: 'Fixed items',
  work: 'Unbilled work',
  retainer: 'Retainer',
}

/** The used part of the hours that a retainer includes. */
export const usageOf = (included: Seconds, used_hours: Seconds): Omit<RetainerUse, keyof Period> => ({
  used_hours,
  left_hours: Math.max(0, included - used_hours),
  extra_hours: Math.max(0, used_hours - included),
})

interface Retainer {
  included_hours: Seconds
  extra_rate: MinorUnits | null
}

/** Bills what goes beyond the included hours; null if there is nothing, or it is not billed. */
export const extraItem = (
  { included_hours, extra_rate }: Retainer,
  extraHours: Seconds,
  { from, to }: Period,
  locale?: string,
): DocumentLine | null =>
  extra_rate === null || extraHours === 0
    ? null
    : {
        description: `Hours beyond the ${formatDecimalHours(included_hours, locale)} included, ${formatDate(from)} – ${formatDate(to)}`,
        quantity: hoursAsQuantity(extraHours),
        unit: 'hours' as const,
        rate: extra_rate,
        amount: worthOf(extraHours, { rate: extra_rate, rate_hours: HOUR }),
      }

/** For which days the invoice of a date is. */
export const servicePeriod = (recurrence: Recurrence, date: DateOnly, covers: Covers): Period =>
  covers === 'past' ? periodBefore(recurrence, date) : periodFrom(recurrence, date)

/**
 * Until when all dates are done after a change by the freelancer. A new rhythm makes no invoices for days that have passed; dates
 * of the same one that still wait are made.
 */
export const handledAfterChange = (
  before: Recurrence & { handled_until: DateOnly | null },
  after: Recurrence,
  today: DateOnly,
): DateOnly | null =>
  before.frequency === after.frequency && before.start_date === after.start_date
    ? before.handled_until
    : handledBeforeToday(before.handled_until, today)

const SHOWN_DATES = 3

/** Its next date and those after it. */
export function nextDates(recurrence: Recurrence, next: DateOnly | null): DateOnly[] {
  const dates: DateOnly[] = []
  for (let date = next; date !== null && dates.length < SHOWN_DATES; date = nextDate(recurrence, date))
    dates.push(date)
  return dates
}

const PROBLEMS: Record<RecurringProblem, string> = {
  limit_reached: 'made as soon as there is room in your plan',
  nothing_unbilled: 'not made: nothing was unbilled',
  not_made: 'not made',
  not_sent: 'made, but not sent',
}

/** "Nov 1, 2026: not made: nothing was unbilled" */
export const describeProblem = ({ kind, date, reason }: NonNullable<RecurringInvoice['problem']>): string =>
  [`${formatDate(date)}: ${PROBLEMS[kind]}`, reason].filter(Boolean).join('. ')

/** "3.5 h left until Nov 30", or what goes beyond. */
export const describeUse = ({ left_hours, extra_hours, to }: RetainerUse, today: DateOnly): string =>
  extra_hours > 0
    ? `${formatDecimalHours(extra_hours)} h beyond what is included`
    : `${formatDecimalHours(left_hours)} h left until ${formatShortDay(to, today)}`

/** "then Jan 1, 2027, Feb 1, 2027"; empty if there are none. */
export const laterDates = ({ next_dates }: Pick<RecurringInvoice, 'next_dates'>): string => {
  const dates = next_dates.slice(1).map((date) => formatDate(date))
  return dates.length > 0 ? `then ${dates.join(', ')}` : ''
}
