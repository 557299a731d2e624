import { type DateOnly, daysBetween } from '#core/calendar.ts'

/** "23 days late" */
export function describeDelay(dueDate: DateOnly | null, today: DateOnly): string {
  const days = dueDate === null ? 0 : daysBetween(dueDate, today)
  if (days <= 0) return 'Late'
  return days === 1 ? '1 day late' : `${days} days late`
}

/** A form that an address can open together with an invoice: `?view=12&step=remind`. */
export type InvoiceStep = 'send' | 'remind' | 'pay'
