import type { DateOnly } from '#core/calendar.ts'

/** The instant at which the month of this day began in this time zone. */
export const startOfMonth = (date: DateOnly, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).with({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds)

/** The last instant of this day in this time zone. */
export const endOfDay = (date: DateOnly, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds - 1)
