import { z } from 'zod'
import { DateOnly, OptionalDate } from '#core/calendar.ts'
import { Frequency } from '#core/recurrence.ts'

/** The dates of something that recurs. */
export const RecurrenceFields = z.object({
  frequency: Frequency,
  start_date: DateOnly,
  end_date: DateOnly.nullable(),
  is_paused: z.boolean(),
})

/** `pastDates` says what happens to dates that have passed. */
export const recurrenceInput = (pastDates: string) => ({
  frequency: Frequency,
  start_date: z
    .string('Start is required')
    .min(1, 'Start is required')
    .pipe(DateOnly)
    .meta({
      description: `The first date. ${pastDates} One that starts on the last day of a month stays on the last day.`,
    }),
  end_date: OptionalDate,
})

export const ENDS_TOO_EARLY = { path: ['end_date'], error: 'Must not be before the start' }
export const endsAfterStart = ({
  start_date,
  end_date,
}: {
  start_date: DateOnly
  end_date: DateOnly | null
}) => end_date === null || end_date >= start_date
