import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newPrice, type Recurring } from '../objects/price.ts'
import { firstItem, newSubscription } from '../objects/subscription.ts'
import { share } from './charges.ts'
import { periodAfter, periodFrom } from './period.ts'

const monthly: Recurring = {
  interval: 'month',
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
}
const at = (text: string) => Date.parse(text) / 1000

test('a month from the 31st ends on the last day of the month, and a leap day comes back', () => {
  expect(periodFrom(at('2026-01-31T12:00:00Z'), monthly, 0).end).toBe(at('2026-02-28T12:00:00Z'))
  expect(periodFrom(at('2026-01-31T12:00:00Z'), monthly, 1).end).toBe(at('2026-03-31T12:00:00Z'))
  const yearly: Recurring = { ...monthly, interval: 'year' }
  expect(periodFrom(at('2024-02-29T00:00:00Z'), yearly, 0).end).toBe(at('2025-02-28T00:00:00Z'))
  expect(periodFrom(at('2024-02-29T00:00:00Z'), yearly, 3).end).toBe(at('2028-02-29T00:00:00Z'))
})

const moment = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })
const recurrence = fc.record({
  interval: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const),
  interval_count: fc.integer({ min: 1, max: 6 }),
})

test('periods follow each other without gap or overlap', () => {
  fc.assert(
    fc.property(moment, recurrence, fc.integer({ min: 0, max: 40 }), (anchor, given, index) => {
      const recurring = { ...monthly, ...given }
      const period = periodFrom(anchor, recurring, index)
      expect(period.start).toBeLessThan(period.end)
      expect(periodFrom(anchor, recurring, index + 1).start).toBe(period.end)
      expect(periodAfter(anchor, recurring, period.end)).toEqual(periodFrom(anchor, recurring, index + 1))
    }),
  )
})

test('a share of a price is whole cents, all of it at the start and nothing at the end', () => {
  fc.assert(
    fc.property(
      moment,
      fc.nat(99_999_999),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (start, amount, part) => {
        const price = newPrice(start, {
          currency: 'usd',
          product: 'prod_x',
          unit_amount: amount,
          recurring: monthly,
        })
        const period = periodFrom(start, monthly, 0)
        const item = firstItem(
          newSubscription(start, {
            customer: 'cus_x',
            lines: [{ price, quantity: 1, metadata: {} }],
            period,
            trialEnd: null,
            paymentMethod: null,
            description: null,
            metadata: {},
          }),
        )
        expect(share(amount, item, period.start)).toBe(amount)
        expect(share(amount, item, period.end)).toBe(0)
        const then = Math.floor(period.start + part * (period.end - period.start))
        const exact = (amount * (period.end - then)) / (period.end - period.start)
        expect(Number.isInteger(share(amount, item, then))).toBe(true)
        expect(Math.abs(share(amount, item, then) - exact)).toBeLessThanOrEqual(0.5)
      },
    ),
  )
})
