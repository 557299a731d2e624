import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dateIn } from '#core/calendar.ts'
import { ReportQuery, TimeRange } from '../contract.ts'
import {
  axisLabel,
  axisLabels,
  daysOf,
  monthsIn,
  offeredQueries,
  periodName,
  quarterOf,
  queryLabel,
  rangeOf,
  sameDaysOfLastMonth,
  shifted,
} from './period.ts'

const anyDay = fc
  .date({ min: new Date('1970-06-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a range', () => {
  test.each([
    ['last30days', '2026-11-15', '2026-10-17'],
    ['last30days', '2028-03-01', '2028-02-01'],
    ['last30days', '2027-03-01', '2027-01-31'],
    ['last3months', '2026-11-15', '2026-08-16'],
    ['last3months', '2026-05-31', '2026-03-01'],
    ['last3months', '2028-05-31', '2028-03-01'],
    ['last3months', '2028-05-29', '2028-03-01'],
    ['last3months', '2028-05-28', '2028-02-29'],
    ['last6months', '2026-08-31', '2026-03-01'],
    ['last6months', '2026-01-01', '2025-07-02'],
    ['lastyear', '2026-11-15', '2025-11-16'],
    ['lastyear', '2028-02-29', '2027-03-01'],
    ['lastyear', '2029-02-28', '2028-02-29'],
  ] as const)('of %s on %s begins on %s', (timeRange, today, from) => {
    expect(rangeOf(timeRange, today)).toEqual({ from, to: today })
  })

  test('moves on by at most a few days each day, and never back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TimeRange.options), anyDay, (timeRange, today) => {
        const before = rangeOf(timeRange, today).from
        const after = rangeOf(timeRange, addDays(today, 1)).from
        expect(after >= before).toBe(true)
        expect(after <= addDays(before, 4)).toBe(true)
      }),
    )
  })

  test('is the same wherever the calendar shows the same day, on the days when clocks change too', () => {
    // Both instants are on 29 March in Berlin, before and after the hour that is left out.
    for (const instant of ['2026-03-29T00:30:00Z', '2026-03-29T21:30:00Z']) {
      const today = dateIn('Europe/Berlin', new Date(instant))
      expect(rangeOf('last30days', today)).toEqual({ from: '2026-02-28', to: '2026-03-29' })
    }
    expect(rangeOf('last30days', dateIn('Pacific/Honolulu', new Date('2026-03-29T09:59:00Z'))).to).toBe(
      '2026-03-28',
    )
  })

  test('touches each of its months once, in order', () => {
    expect(monthsIn({ from: '2025-11-16', to: '2026-02-15' })).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ])
    expect(monthsIn({ from: '2027-01-31', to: '2027-03-01' })).toEqual(['2027-01', '2027-02', '2027-03'])
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 500 }), (from, days) => {
        const to = addDays(from, days)
        const months = monthsIn({ from, to })
        const all = Array.from({ length: days + 1 }, (_, day) => addDays(from, day).slice(0, 7))
        expect(months).toEqual([...new Set(all)])
      }),
    )
  })
})

describe('last month', () => {
  test.each([
    ['2026-11-16', '2026-10-01', '2026-10-16'],
    ['2026-11-01', '2026-10-01', '2026-10-01'],
    ['2026-11-30', '2026-10-01', '2026-10-30'],
    ['2026-12-31', '2026-11-01', '2026-11-30'],
    ['2027-01-15', '2026-12-01', '2026-12-15'],
    ['2027-03-31', '2027-02-01', '2027-02-28'],
    ['2028-03-30', '2028-02-01', '2028-02-29'],
    ['2028-02-29', '2028-01-01', '2028-01-29'],
  ])('compares the month so far on %s with %s to %s', (today, from, to) => {
    expect(sameDaysOfLastMonth(today)).toEqual({ from, to })
  })
})

describe('the days of a query', () => {
  test.each([
    [{}, '2026-08-17', '2026-11-16', 'Last 3 months'],
    [{ timeRange: 'last30days' }, '2026-10-18', '2026-11-16', 'Last 30 days'],
    [{ year: '2025' }, '2025-01-01', '2025-12-31', '2025'],
    [{ quarter: '2026-Q1' }, '2026-01-01', '2026-03-31', 'Q1 2026'],
    [{ quarter: '2026-Q4' }, '2026-10-01', '2026-12-31', 'Q4 2026'],
    [{ month: '2028-02' }, '2028-02-01', '2028-02-29', 'February 2028'],
    [{ from: '2026-02-03', to: '2026-02-03' }, '2026-02-03', '2026-02-03', 'Custom dates'],
    [{ from: '2026-02-01', to: '2026-02-28' }, '2026-02-01', '2026-02-28', 'Custom dates'],
  ] as const)('%j are %s to %s, called %s', (query, from, to, label) => {
    const days = daysOf(ReportQuery.parse(query), '2026-11-16')
    expect(days).toEqual({ from, to })
    expect(queryLabel(ReportQuery.parse(query), '2026-11-16')).toBe(label)
  })

  test('have a name if they are a calendar period', () => {
    const name = (from: string, to: string) => periodName({ timeRange: null, from, to })
    expect(name('2026-01-01', '2026-12-31')).toBe('2026')
    expect(name('2026-04-01', '2026-06-30')).toBe('Q2 2026')
    expect(name('2026-12-01', '2026-12-31')).toBe('December 2026')
    expect(name('2026-12-01', '2026-12-30')).toBeNull()
    expect(periodName({ timeRange: 'lastyear', from: '2026-01-01', to: '2026-12-31' })).toBe('last year')
  })

  test('of a year are those of its quarters, and those of a quarter are those of its months', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2199 }), (number) => {
        const year = String(number)
        const quarters = [1, 2, 3, 4].map((quarter) =>
          daysOf({ quarter: `${year}-Q${quarter}` }, '2026-11-16'),
        )
        const months = monthsIn(daysOf({ year }, '2026-11-16')).map((month) =>
          daysOf({ month }, '2026-11-16'),
        )
        expect(months).toHaveLength(12)
        for (const parts of [quarters, months]) {
          expect(parts[0]?.from).toBe(`${year}-01-01`)
          expect(parts.at(-1)?.to).toBe(`${year}-12-31`)
          for (const [index, { from }] of parts.entries()) {
            if (index > 0) expect(from).toBe(addDays(parts[index - 1]?.to ?? '', 1))
          }
        }
        for (const { from, to } of months) expect(quarterOf(from)).toBe(quarterOf(to))
      }),
    )
  })

  test('move on to the next period and back, but not beyond what can be asked for', () => {
    expect(shifted({ month: '2026-12' }, 1)).toEqual({ month: '2027-01' })
    expect(shifted({ quarter: '2026-Q1' }, -1)).toEqual({ quarter: '2025-Q4' })
    expect(shifted({ year: '2026' }, 1)).toEqual({ year: '2027' })
    expect(shifted({ year: '1900' }, -1)).toBeUndefined()
    expect(shifted({ month: '2199-12' }, 1)).toBeUndefined()
    expect(shifted({ timeRange: 'lastyear' }, 1)).toBeUndefined()
    expect(shifted({ from: '2026-01-01', to: '2026-01-31' }, 1)).toBeUndefined()
  })
})

test('an axis names the year where it begins and where it changes', () => {
  expect(['2025-11', '2025-12', '2026-01', '2026-02'].map(axisLabel)).toEqual([
    'Nov ’25',
    'Dec',
    'Jan ’26',
    'Feb',
  ])
})

test('an axis of many months names Januaries only', () => {
  const months = monthsIn({ from: '2024-06-01', to: '2026-07-31' })
  expect(axisLabels(months).filter(Boolean)).toEqual(['Jan ’25', 'Jan ’26'])
  expect(axisLabels(months.slice(0, 2))).toEqual(['Jun ’24', 'Jul'])
})

describe('the periods to choose from', () => {
  const labels = (query: ReportQuery, today: string) =>
    offeredQueries(query, today).map((one) => queryLabel(one, today))

  test('are the ranges, this and the last month, quarter and year', () => {
    const usual = [
      'Last 30 days',
      'Last 3 months',
      'Last 6 months',
      'Last year',
      'November 2026',
      'October 2026',
      'Q4 2026',
      'Q3 2026',
      '2026',
      '2025',
    ]
    expect(labels({}, '2026-11-18')).toEqual(usual)
    expect(labels({ from: '2026-01-01', to: '2026-01-02' }, '2026-11-18')).toEqual(usual)
    expect(labels({ quarter: '2024-Q1' }, '2026-11-18')).toEqual([...usual, 'Q1 2024'])
  })

  test('have no two with the same days', () => {
    const ranges = ['Last 30 days', 'Last 3 months', 'Last 6 months', 'Last year']
    expect(labels({}, '2026-12-31')).toEqual([...ranges, 'December 2026', 'November 2026', 'Q3 2026', '2025'])
    expect(labels({ year: '2026' }, '2026-12-31').slice(0, 4)).toEqual([...ranges.slice(0, 3), '2026'])
    expect(labels({}, '2026-11-30').slice(4, 6)).toEqual(['October 2026', 'Q4 2026'])
  })
})
