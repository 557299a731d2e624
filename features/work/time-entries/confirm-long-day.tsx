import { formatDecimalHours, formatMonthDay } from '#core/format.ts'
import { toSeconds } from '#core/units.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { hoursOn } from './client.ts'
import type { TimeEntry } from './contract.ts'
import { type TimeEntryForm, tooLongDay } from './rules.ts'

/** More than 24 hours in a day are most likely a mistake in the hours or the date. */
export function useConfirmLongDay(before?: TimeEntry) {
  const confirm = useConfirm()
  return async ({ date, hours }: Pick<TimeEntryForm, 'date' | 'hours'>): Promise<boolean> => {
    // Saving does not depend on the sum.
    const logged = await hoursOn(date).catch(() => 0)
    const sum = tooLongDay(logged, before, { date, hours: toSeconds(hours) })
    if (sum === null) return true
    return confirm({
      title: 'More than 24 hours in one day',
      consequences: `That makes ${formatDecimalHours(sum)} hours on ${formatMonthDay(date)}. Save anyway?`,
      confirmLabel: 'Save anyway',
      cancelLabel: 'Keep editing',
      tone: 'primary',
    })
  }
}
