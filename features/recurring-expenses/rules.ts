import type { DateOnly } from '#core/calendar.ts'
import type { Frequency } from '#core/recurrence.ts'
import type { RecurringExpense } from './contract.ts'

export const frequencyLabel: Record<Frequency, string> = {
  week: 'Every week',
  month: 'Every month',
  quarter: 'Every quarter',
  year: 'Every year',
}

/** A date that has passed and was not added waits for an exchange rate. */
export function stateOf(
  { is_paused, next_date }: Pick<RecurringExpense, 'is_paused' | 'next_date'>,
  today: DateOnly,
): 'active' | 'waiting' | 'paused' | 'ended' {
  if (is_paused) return 'paused'
  if (next_date === null) return 'ended'
  return next_date < today ? 'waiting' : 'active'
}
