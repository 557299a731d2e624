import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type DateOnly, daysBetween, isDateOnly, monthOf } from '#core/calendar.ts'
import {
  datesBetween,
  Frequency,
  handledBeforeToday,
  nextDate,
  periodBefore,
  periodFrom,
  type Recurrence,
  stateOf,
} from '#core/recurrence.ts'

const starting = (frequency: Frequency, start_date: DateOnly, end_date: DateOnly | null = null) => ({
  frequency,
  start_date,
  end_date,
})

const first = (recurrence: Recurrence, count: number): DateOnly[] => {
  const dates: DateOnly[] = []
  for (let date = nextDate(recurrence, null); date && dates.length < count; date = nextDate(recurrence, date))
    dates.push(date)
  return dates
}

describe('what recurs', () => {
  test.each<[Frequency, DateOnly, DateOnly[]]>([
    ['week', '2026-12-24', ['2026-12-24', '2026-12-31', '2027-01-07']],
    ['month', '2026-11-15', ['2026-11-15', '2026-12-15', '2027-01-15']],
    ['month', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['month', '2028-01-30', ['2028-01-30', '2028-02-29', '2028-03-30']],
    ['month', '2027-02-28', ['2027-02-28', '2027-03-31', '2027-04-30']],
    ['quarter', '2026-11-30', ['2026-11-30', '2027-02-28', '2027-05-31', '2027-08-31']],
    ['year', '2028-02-29', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ])('every %s from %s', (frequency, start, dates) => {
    expect(first(starting(frequency, start), dates.length)).toEqual(dates)
  })

  test('ends on its last day, and has none if that lies before the first', () => {
    expect(first(starting('month', '2026-11-01', '2027-01-01'), 9)).toEqual([
      '2026-11-01',
      '2026-12-01',
      '2027-01-01',
    ])
    expect(nextDate(starting('month', '2026-11-01', '2026-10-31'), null)).toBeNull()
  })

  test('ends with the calendar', () => {
    expect(first(starting('month', '9999-11-30'), 9)).toEqual(['9999-11-30', '9999-12-31'])
    expect(first(starting('week', '9999-12-20'), 9)).toEqual(['9999-12-20', '9999-12-27'])
    expect(first(starting('year', '9998-06-15'), 9)).toEqual(['9998-06-15', '9999-06-15'])
  })

  const day = fc.integer({ min: 0, max: 150_000 }).map((days) => addDays('1900-01-01', days))
  const recurrence = fc.record({
    frequency: fc.constantFrom(...Frequency.options),
    start_date: day,
    end_date: fc.option(day),
  })

  test('has dates in order, once in each period, on the same day or the last of a shorter month', () => {
    fc.assert(
      fc.property(recurrence, fc.integer({ min: 1, max: 60 }), (recurring, count) => {
        const { frequency, start_date, end_date } = recurring
        const dates = first(recurring, count)
        for (const [index, date] of dates.entries()) {
          expect(isDateOnly(date)).toBe(true)
          expect(date >= start_date && date <= (end_date ?? date)).toBe(true)
          if (frequency === 'week') expect(daysBetween(start_date, date)).toBe(index * 7)
          else {
            const months = index * { month: 1, quarter: 3, year: 12 }[frequency]
            const [year = 0, month = 0] = start_date.split('-').map(Number)
            const expected = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
            expect(date.slice(0, 7)).toBe(expected)
            const { last } = monthOf(date)
            if (start_date === monthOf(start_date).last) expect(date).toBe(last)
            else expect(date.slice(8)).toBe([start_date.slice(8), last.slice(8)].sort()[0])
          }
        }
      }),
    )
  })

  test('gives the same dates however often it is asked, and from whichever day', () => {
    fc.assert(
      fc.property(recurrence, day, fc.integer({ min: 0, max: 1500 }), (recurring, after, days) => {
        const until = addDays(after, days)
        const all = datesBetween(recurring, null, until).filter((date) => date > after)
        expect(datesBetween(recurring, after, until)).toEqual(all)
        const middle = addDays(after, Math.floor(days / 2))
        expect([
          ...datesBetween(recurring, after, middle),
          ...datesBetween(recurring, middle, until),
        ]).toEqual(all)
        expect(nextDate(recurring, after)).toBe(all[0] ?? nextDate(recurring, until))
      }),
      { numRuns: 50 },
    )
  })

  test.each<[Frequency, DateOnly, DateOnly, DateOnly, DateOnly]>([
    ['week', '2026-12-28', '2026-12-28', '2026-12-21', '2027-01-03'],
    ['month', '2026-11-01', '2026-11-01', '2026-10-01', '2026-11-30'],
    ['month', '2026-12-31', '2027-02-28', '2027-01-31', '2027-03-30'],
    ['month', '2027-01-30', '2027-02-28', '2027-01-30', '2027-03-29'],
    ['quarter', '2026-11-30', '2027-02-28', '2026-11-30', '2027-05-30'],
    ['year', '2028-02-29', '2028-02-29', '2027-02-28', '2029-02-27'],
  ])('every %s from %s: the periods around %s', (frequency, start, date, from, to) => {
    const recurrence = starting(frequency, start)
    expect(periodBefore(recurrence, date)).toEqual({ from, to: addDays(date, -1) })
    expect(periodFrom(recurrence, date)).toEqual({ from: date, to })
  })

  test('puts every day into one period', () => {
    fc.assert(
      fc.property(recurrence, fc.integer({ min: 2, max: 40 }), (recurring, count) => {
        const dates = first({ ...recurring, end_date: null }, count)
        for (const [index, date] of dates.entries()) {
          const before = periodBefore(recurring, date)
          expect(before.from < date && before.to === addDays(date, -1)).toBe(true)
          const earlier = dates[index - 1]
          if (earlier) expect(periodFrom(recurring, earlier)).toEqual(before)
        }
      }),
    )
  })

  test('goes on with today, or with what comes after what is done', () => {
    expect(handledBeforeToday(null, '2026-11-16')).toBe('2026-11-15')
    expect(handledBeforeToday('2026-11-01', '2026-11-16')).toBe('2026-11-15')
    expect(handledBeforeToday('2026-11-16', '2026-11-16')).toBe('2026-11-16')
  })

  test('is active, paused, ended, or waits for what its last date needs', () => {
    const today = '2026-11-16'
    expect(stateOf({ is_paused: false, next_date: '2026-12-01' }, today)).toBe('active')
    expect(stateOf({ is_paused: false, next_date: today }, today)).toBe('active')
    expect(stateOf({ is_paused: false, next_date: '2026-11-15' }, today)).toBe('waiting')
    expect(stateOf({ is_paused: true, next_date: null }, today)).toBe('paused')
    expect(stateOf({ is_paused: false, next_date: null }, today)).toBe('ended')
  })
})
