import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countOf,
  formatDate,
  formatHours,
  formatHundredths,
  formatMoney,
  formatTwoDecimals,
} from './format.ts'

describe('figures and days are written as Intl writes them', () => {
  const hundredths = fc.integer({ min: -(10 ** 13), max: 10 ** 13 })
  const written = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('en-US', options).format(value / 100)

  test.each([
    ['money', (value: number) => formatMoney(value, 'USD'), { style: 'currency', currency: 'USD' }],
    ['a quantity', formatHundredths, { maximumFractionDigits: 2 }],
    ['both decimals', formatTwoDecimals, { minimumFractionDigits: 2, maximumFractionDigits: 2 }],
  ] as const)('%s', (_, format, options) => {
    fc.assert(
      fc.property(fc.oneof(hundredths, fc.integer({ min: -120_000, max: 120_000 })), (value) => {
        expect(format(value)).toBe(written(value, options))
      }),
      { numRuns: 500 },
    )
  })

  test('a zero that rounding made negative has no sign', () => {
    expect(formatMoney(-0, 'USD')).toBe('$0.00')
    expect(formatHundredths(-0)).toBe('0')
  })

  test('a day', () => {
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
    // Before, Intl keeps to the calendar of the time.
    const dates = fc.date({ min: new Date('1583-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, (date) => {
        expect(formatDate(date.toISOString().slice(0, 10))).toBe(day.format(date))
      }),
      { numRuns: 500 },
    )
  })
})

test('one thing is named in the singular', () => {
  expect([0, 1, 2, 1200].map((count) => countOf(count, 'project'))).toEqual([
    '0 projects',
    '1 project',
    '2 projects',
    '1,200 projects',
  ])
  expect([1, 3].map((count) => countOf(count, 'time entry', 'time entries'))).toEqual([
    '1 time entry',
    '3 time entries',
  ])
  expect([1800, 3600, 3636].map((hours) => formatHours(hours))).toEqual(['0.5 hours', '1 hour', '1.01 hours'])
})

test('yen have a sign that the fonts have, in Japanese too', () => {
  expect(formatMoney(12_500, 'JPY', 'ja-JP')).toBe('¥12,500')
  expect(formatMoney(-12_500, 'JPY', 'ja-JP')).toBe('-¥12,500')
})
