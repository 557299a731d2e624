import { addDays, addMonths, type DateOnly, monthOf } from '#core/calendar.ts'
import { formatMonth, formatShortMonth } from '#core/format.ts'
import { DEFAULT_TIME_RANGE, type Report, ReportQuery, TimeRange } from '../contract.ts'

export const rangeLabel: Record<TimeRange, string> = {
  last30days: 'Last 30 days',
  last3months: 'Last 3 months',
  last6months: 'Last 6 months',
  lastyear: 'Last year',
}

export interface DateRange {
  from: DateOnly
  to: DateOnly
}

const MONTHS: Record<Exclude<TimeRange, 'last30days'>, number> = {
  last3months: 3,
  last6months: 6,
  lastyear: 12,
}

/**
 * Ends today, both ends included. A number of months begins the day after the same day so many months ago: on 15
 * November the last 3 months are 16 August to 15 November, and no day of the calendar is in it twice. Where that
 * month is too short, its last day stands for it: on 31 May they begin on 1 March.
 */
export function rangeOf(timeRange: TimeRange, today: DateOnly): DateRange {
  const from =
    timeRange === 'last30days' ? addDays(today, -29) : addDays(addMonths(today, -MONTHS[timeRange]), 1)
  return { from, to: today }
}

/** The days that a report is asked for. */
export function daysOf(query: ReportQuery, today: DateOnly): DateRange {
  const { timeRange = DEFAULT_TIME_RANGE, year, quarter, month, from, to } = query
  if (year) return { from: `${year}-01-01`, to: `${year}-12-31` }
  if (quarter) return wholeMonths(firstMonthOf(quarter), 3)
  if (month) return wholeMonths(month, 1)
  return from && to ? { from, to } : rangeOf(timeRange, today)
}

/** The range of a query; null if it asks for other days. */
export const timeRangeOf = ({ timeRange, year, quarter, month, from }: ReportQuery): TimeRange | null =>
  timeRange ?? (year || quarter || month || from ? null : DEFAULT_TIME_RANGE)

const wholeMonths = (first: string, count: number): DateRange => ({
  from: `${first}-01`,
  to: monthOf(addMonths(`${first}-01`, count - 1)).last,
})

/** "2026-07", of "2026-Q3" */
const firstMonthOf = (quarter: string): string =>
  `${quarter.slice(0, 4)}-${String(3 * Number(quarter.at(-1)) - 2).padStart(2, '0')}`

export const yearOf = (day: DateOnly): string => day.slice(0, 4)
/** "2026-Q3", of a day in it */
export const quarterOf = (day: DateOnly): string =>
  `${yearOf(day)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

/** A calendar period so many periods later; undefined where the query has none, or it would be out of reach. */
export function shifted({ year, quarter, month }: ReportQuery, by: number): ReportQuery | undefined {
  const later = (first: string, months: number) => addMonths(`${first}-01`, by * months)
  const query: ReportQuery | undefined =
    (year && { year: yearOf(later(`${year}-01`, 12)) }) ||
    (quarter && { quarter: quarterOf(later(firstMonthOf(quarter), 3)) }) ||
    (month && { month: later(month, 1).slice(0, 7) }) ||
    undefined
  return ReportQuery.safeParse(query).data
}

/** "last 3 months", "2026", "Q3 2026", "November 2026": what the days of a report are called. Null for any other days. */
export function periodName({ timeRange, ...days }: Pick<Report, 'timeRange' | 'from' | 'to'>): string | null {
  if (timeRange) return rangeLabel[timeRange].toLowerCase()
  const { from } = days
  const are = (query: ReportQuery) => {
    const period = daysOf(query, from)
    return period.from === days.from && period.to === days.to
  }
  if (are({ month: from.slice(0, 7) })) return formatMonth(from.slice(0, 7))
  if (are({ quarter: quarterOf(from) })) return formatQuarter(quarterOf(from))
  return are({ year: yearOf(from) }) ? yearOf(from) : null
}

const formatQuarter = (quarter: string): string => `${quarter.slice(5)} ${yearOf(quarter)}`

/** The name of a query in a list of choices. */
export function queryLabel(query: ReportQuery, today: DateOnly): string {
  const timeRange = timeRangeOf(query)
  if (timeRange) return rangeLabel[timeRange]
  const name = query.from ? null : periodName({ timeRange, ...daysOf(query, today) })
  return name ?? CUSTOM_DATES
}

export const CUSTOM_DATES = 'Custom dates'

/**
 * The ranges, this and the last month, quarter and year, and the period that is shown. What has the days of another, as a
 * year has on its last day, is offered once: as it is shown, else as the first of them.
 */
export function offeredQueries(shown: ReportQuery, today: DateOnly): ReportQuery[] {
  const queries: ReportQuery[] = [
    ...TimeRange.options.map((timeRange) => ({ timeRange })),
    ...[today, addMonths(today, -1)].map((day) => ({ month: day.slice(0, 7) })),
    ...[today, addMonths(today, -3)].map((day) => ({ quarter: quarterOf(day) })),
    ...[today, addMonths(today, -12)].map((day) => ({ year: yearOf(day) })),
  ]
  const keyOf = (query: ReportQuery) => Object.values(daysOf(query, today)).join()
  const offered = new Map(queries.toReversed().map((query) => [keyOf(query), query]))
  const inOrder = queries.filter((query) => offered.get(keyOf(query)) === query)
  if (shown.from) return inOrder
  return offered.has(keyOf(shown))
    ? inOrder.map((query) => (keyOf(query) === keyOf(shown) ? shown : query))
    : [...inOrder, shown]
}

/** The months that a range touches, as `2026-11`, in order. */
export function monthsIn({ from, to }: DateRange): string[] {
  const months: string[] = []
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = addMonths(day, 1)) months.push(day.slice(0, 7))
  return months
}

/** "Nov ’25", "Dec", "Jan ’26": with the year where it changes. */
export const axisLabel = (month: string, index: number): string =>
  index === 0 || month.endsWith('-01')
    ? `${formatShortMonth(month)} ’${month.slice(2, 4)}`
    : formatShortMonth(month)

const MAX_LABELS = 24

/** With more months than can be labelled, only Januaries are. */
export const axisLabels = (months: string[]): string[] =>
  months.map((month, index) =>
    months.length <= MAX_LABELS || month.endsWith('-01') ? axisLabel(month, index) : '',
  )

/**
 * The days of last month that this month so far is compared with: on 16 November 1 to 16 October, and at the end of a longer
 * month all of a shorter one.
 */
export const sameDaysOfLastMonth = (today: DateOnly): DateRange => ({
  from: addMonths(monthOf(today).first, -1),
  to: addMonths(today, -1),
})
