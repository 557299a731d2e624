import type { DateOnly } from '#core/calendar.ts'

/** The instant at which the month of this day began in this time zone. */
export const startOfMonth = (date: DateOnly, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).with({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds)

/** The last instant of this day in this time zone. */
export const endOfDay = (date: DateOnly, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds - 1)

/** The instant of a local time, `2026-11-16T09:05:00`, in this time zone. A time that a clock change skips is moved on. */
export const instantAt = (local: string, timeZone: string): Date =>
  new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds)

/** The instant at which the next day begins in this time zone. */
export function nextMidnight(instant: Date, timeZone: string): Date {
  const now = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(now.toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds)
}
