import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dateIn, monthOf } from '#core/calendar.ts'
import { datesBetween, Frequency, nextDate } from '#core/recurrence.ts'
import { describeProblem, extraItem, handledAfterChange, nextDates, servicePeriod, usageOf } from './rules.ts'

const HOUR = 3600

describe('a retainer', () => {
  test('has hours left until all are used, then extra ones', () => {
    expect(usageOf(1000, 0)).toEqual({ used_hours: 0, left_hours: 1000, extra_hours: 0 })
    expect(usageOf(1000, 1000)).toEqual({ used_hours: 1000, left_hours: 0, extra_hours: 0 })
    expect(usageOf(1000, 1010)).toMatchObject({ left_hours: 0, extra_hours: 10 })
  })

  test('never loses or invents an hour', () => {
    const hours = fc.integer({ min: 1, max: 24 * HOUR })
    fc.assert(
      fc.property(hours, hours, (included, used) => {
        const { used_hours, left_hours, extra_hours } = usageOf(included, used)
        expect(included + extra_hours).toBe(used_hours + left_hours)
        expect(Math.min(left_hours, extra_hours)).toBe(0)
      }),
    )
  })

  test('bills the extra hours only at a rate', () => {
    const october = { from: '2026-10-01', to: '2026-10-31' }
    expect(extraItem({ included_hours: 10 * HOUR, extra_rate: 9000 }, 2.5 * HOUR, october)).toEqual({
      description: 'Hours beyond the 10 included, Oct 1, 2026 – Oct 31, 2026',
      quantity: 25_000,
      unit: 'hours',
      rate: 9000,
      amount: 22_500,
    })
    expect(extraItem({ included_hours: 10 * HOUR, extra_rate: 9000 }, 0, october)).toBeNull()
    expect(extraItem({ included_hours: 10 * HOUR, extra_rate: null }, 2.5 * HOUR, october)).toBeNull()
  })
})

test('an invoice covers the period before its date, or the one that begins', () => {
  const monthly = { frequency: 'month', start_date: '2026-11-01', end_date: null } as const
  expect(servicePeriod(monthly, '2026-12-01', 'past')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(servicePeriod(monthly, '2026-12-01', 'coming')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})

test('two years of service periods follow each other without a gap, whatever the month ends on', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Frequency.options),
      fc.integer({ min: 0, max: 730 }),
      fc.constantFrom('past' as const, 'coming' as const),
      (frequency, offset, covers) => {
        const start_date = addDays('2026-01-01', offset)
        const recurrence = { frequency, start_date, end_date: null }
        const dates = datesBetween(recurrence, null, addDays(start_date, 731))
        const periods = dates.map((date) => servicePeriod(recurrence, date, covers))
        for (const [index, { from, to }] of periods.entries()) {
          expect(from <= to).toBe(true)
          const before = periods[index - 1]
          if (before) expect(from).toBe(addDays(before.to, 1))
        }
        if (frequency === 'month' && start_date === monthOf(start_date).last)
          for (const date of dates) expect(date).toBe(monthOf(date).last)
      },
    ),
  )
})

test('each hour of two years finds each date due from its first local hour on, also over clock changes', () => {
  for (const timeZone of ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Kiritimati']) {
    for (const start_date of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-12-31']) {
      const recurrence = { frequency: 'week', start_date, end_date: null } as const
      let handled: string | null = addDays(start_date, -1)
      const made: string[] = []
      const begin = Date.parse(`${addDays(start_date, -2)}T00:11:00Z`)
      for (let hour = 0; hour < 24 * 60; hour++) {
        const today = dateIn(timeZone, new Date(begin + hour * 3_600_000))
        const next = nextDate(recurrence, handled)
        if (next === null || next > today) continue
        expect(next).toBe(today)
        made.push(next)
        handled = next
      }
      expect(made).toEqual(datesBetween(recurrence, null, made.at(-1) ?? start_date))
      expect(made.length).toBeGreaterThanOrEqual(8)
    }
  }
})

test('a new rhythm leaves out what has passed; the same one keeps what waits', () => {
  const before = { frequency: 'month', start_date: '2026-10-01', end_date: null } as const
  const waiting = { ...before, handled_until: '2026-10-01' }
  expect(handledAfterChange(waiting, { ...before, end_date: '2027-10-01' }, '2026-11-16')).toBe('2026-10-01')
  expect(handledAfterChange(waiting, { ...before, frequency: 'week' }, '2026-11-16')).toBe('2026-11-15')
  const ahead = { ...before, handled_until: '2026-11-16' }
  expect(handledAfterChange(ahead, { ...before, frequency: 'week' }, '2026-11-16')).toBe('2026-11-16')
})

test('the next three dates, or as many as there are', () => {
  const monthly = { frequency: 'month', start_date: '2026-11-30', end_date: null } as const
  expect(nextDates(monthly, '2027-01-31')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31'])
  expect(nextDates({ ...monthly, end_date: '2027-02-28' }, '2027-01-31')).toHaveLength(2)
  expect(nextDates(monthly, null)).toEqual([])
})

test('a problem says what became of which date', () => {
  const date = '2026-11-01'
  expect(describeProblem({ kind: 'limit_reached', date, reason: '' })).toBe(
    'Nov 1, 2026: made as soon as there is room in your plan',
  )
  expect(describeProblem({ kind: 'not_sent', date, reason: 'Studio North has no email address.' })).toBe(
    'Nov 1, 2026: made, but not sent. Studio North has no email address.',
  )
})
