import { addDays, type DateOnly } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'

export interface ServicePeriod {
  service_from: DateOnly | null
  service_to: DateOnly | null
}

/** "Nov 1, 2026 – Nov 30, 2026"; null where neither day is given. */
export function describePeriod({ service_from: from, service_to: to }: ServicePeriod): string | null {
  if (from && to) return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`
  if (from) return `From ${formatDate(from)}`
  return to && `Until ${formatDate(to)}`
}

/** The due date that payment terms give; null without any. */
export const dueAfter = (issueDate: DateOnly, termsDays: number | null): DateOnly | null =>
  termsDays === null ? null : addDays(issueDate, termsDays)
