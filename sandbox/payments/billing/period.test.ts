import fc from 'fast-check'
import { expect, test } from 'vitest'
import { share } from './lines.ts'
import { monthAfter, monthFrom } from './period.ts'

const at = (text: string) => Date.parse(text) / 1000

test('a month from the 31st ends on the last day of the month, and a leap day comes back', () => {
  expect(monthFrom(at('2026-01-31T12:00:00Z'), 0).end).toBe(at('2026-02-28T12:00:00Z'))
  expect(monthFrom(at('2026-01-31T12:00:00Z'), 1).end).toBe(at('2026-03-31T12:00:00Z'))
  expect(monthFrom(at('2024-02-29T00:00:00Z'), 11).end).toBe(at('2025-02-28T00:00:00Z'))
  expect(monthFrom(at('2024-02-29T00:00:00Z'), 47).end).toBe(at('2028-02-29T00:00:00Z'))
})

const moment = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })

test('months follow each other without gap or overlap', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 40 }), (anchor, index) => {
      const month = monthFrom(anchor, index)
      expect(month.start).toBeLessThan(month.end)
      expect(monthFrom(anchor, index + 1).start).toBe(month.end)
      expect(monthAfter(anchor, month.end)).toEqual(monthFrom(anchor, index + 1))
    }),
  )
})

test('a share of a price is whole cents, all of it at the start and nothing at the end', () => {
  fc.assert(
    fc.property(
      moment,
      fc.nat(99_999_999),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (from, amount, part) => {
        const { start, end } = monthFrom(from, 0)
        const term = { current_period_start: start, current_period_end: end }
        expect(share(amount, term, start)).toBe(amount)
        expect(share(amount, term, end)).toBe(0)
        const then = Math.floor(start + part * (end - start))
        const exact = (amount * (end - then)) / (end - start)
        expect(Number.isInteger(share(amount, term, then))).toBe(true)
        expect(Math.abs(share(amount, term, then) - exact)).toBeLessThanOrEqual(0.5)
      },
    ),
  )
})
