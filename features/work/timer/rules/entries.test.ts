import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateIn } from '#core/calendar.ts'
import type { Rounding } from '#features/foundation/business/rules.ts'
import { nextMidnight } from '#server/config/zoned-time.ts'
import { type MeasuredDay, measuredDays } from './entries.ts'

const HOUR = 3600

const EXACT: Rounding = { time_rounding_minutes: 0, time_rounding_mode: 'nearest' }

const days = (from: string, to: string, timeZone: string, rounding = EXACT) =>
  measuredDays({ started_at: new Date(from), ended_at: new Date(to) }, timeZone, nextMidnight, rounding)

const minutes = ({ started_at, ended_at }: MeasuredDay) =>
  (ended_at.getTime() - started_at.getTime()) / 60_000

const shown = (measured: MeasuredDay[]) => measured.map(({ date, hours }) => [date, hours])

describe('measured time', () => {
  test('is one entry within a day', () => {
    expect(days('2026-11-16T09:05:00Z', '2026-11-16T10:12:00Z', 'UTC')).toEqual([
      {
        date: '2026-11-16',
        started_at: new Date('2026-11-16T09:05:00Z'),
        ended_at: new Date('2026-11-16T10:12:00Z'),
        hours: 67 * 60,
      },
    ])
  })

  test('is split at midnight of the time zone', () => {
    expect(shown(days('2026-11-16T20:00:00Z', '2026-11-17T01:30:00Z', 'Europe/Berlin'))).toEqual([
      ['2026-11-16', 3 * HOUR],
      ['2026-11-17', 2.5 * HOUR],
    ])
  })

  test('that ends at midnight has no entry for the next day', () => {
    expect(shown(days('2026-11-16T22:00:00Z', '2026-11-16T23:00:00Z', 'Europe/Berlin'))).toEqual([
      ['2026-11-16', HOUR],
    ])
  })

  test.each([
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-25', 25],
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', '2026-03-08', 23],
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z', '2026-04-05', 24.5],
    // The clocks go forward at midnight: the day begins at one.
    ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z', '2026-04-24', 23],
  ])('of a whole day in %s from %s has its hours', (timeZone, from, to, date, hours) => {
    expect(shown(days(from, to, timeZone))).toEqual([[date, hours * HOUR]])
  })

  test('adds up to what was measured, day by day, across clock changes', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kolkata']
    const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-10-25', '2026-11-01']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...changes),
        fc.integer({ min: -3 * 1440, max: 3 * 1440 }),
        fc.integer({ min: 1, max: 6 * 1440 }),
        (timeZone, change, offset, length) => {
          const started_at = new Date(Date.parse(`${change}T00:00:00Z`) + offset * 60_000)
          const ended_at = new Date(started_at.getTime() + length * 60_000)
          const measured = measuredDays({ started_at, ended_at }, timeZone, nextMidnight, EXACT)
          expect(measured.reduce((sum, day) => sum + minutes(day), 0)).toBe(length)
          expect(measured.reduce((sum, { hours }) => sum + hours, 0)).toBe(length * 60)
          expect(measured[0]?.started_at).toEqual(started_at)
          expect(measured.at(-1)?.ended_at).toEqual(ended_at)
          for (const [index, day] of measured.entries()) {
            const lastMoment = new Date(day.ended_at.getTime() - 1)
            expect(dateIn(timeZone, day.started_at)).toBe(day.date)
            expect(dateIn(timeZone, lastMoment)).toBe(day.date)
            if (index > 0) expect(day.started_at).toEqual(measured[index - 1]?.ended_at)
          }
          expect(new Set(measured.map(({ date }) => date)).size).toBe(measured.length)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('rounding', () => {
  test.each([
    [0, 'nearest', '00:00:05', 5 / 60],
    [0, 'nearest', '01:07:00', 67],
    [15, 'nearest', '00:01:00', 15],
    [15, 'nearest', '00:22:29', 15],
    [15, 'nearest', '00:22:30', 30],
    [15, 'up', '00:15:00', 15],
    [15, 'up', '00:15:01', 30],
    [6, 'up', '00:06:30', 12],
    [1, 'nearest', '00:00:01', 1],
    [10, 'nearest', '01:34:00', 90],
  ] as const)('to %i minutes, %s, makes of %s %d minutes', (step, mode, length, minutes) => {
    const rounding: Rounding = { time_rounding_minutes: step, time_rounding_mode: mode }
    const [day] = days('2026-11-16T00:00:00Z', `2026-11-16T${length}Z`, 'UTC', rounding)
    expect(day?.hours).toBe(minutes * 60)
  })

  test.each([
    ['up', '23:50', '00:10', [15, 15]],
    ['nearest', '23:50', '00:10', [15]],
    ['up', '23:58', '00:05', [15]],
    ['nearest', '23:00', '01:00', [60, 60]],
  ] as const)('%s from %s to %s is of the whole, not of each side of midnight', (mode, from, to, minutes) => {
    const rounding: Rounding = { time_rounding_minutes: 15, time_rounding_mode: mode }
    const measured = days(`2026-11-16T${from}:00Z`, `2026-11-17T${to}:00Z`, 'UTC', rounding)
    expect(measured.map(({ hours }) => hours / 60)).toEqual(minutes)
  })
})
