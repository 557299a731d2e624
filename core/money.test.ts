import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf, fits, MAX_AMOUNT, percentOf } from './money.ts'

const quantity = fc.integer({ min: 10, max: MAX_AMOUNT })
const rate = fc.integer({ min: 0, max: MAX_AMOUNT })
const taxRate = fc.integer({ min: 0, max: 10_000 })

/** Half up as it is taught: to the next whole one when the rest is at least half. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor
  return (dividend % divisor) * 2n >= divisor ? whole + 1n : whole
}

describe('a line', () => {
  test.each([
    [150, 10_000, 15_000],
    [10, 5, 1],
    [10, 4, 0],
    [33, 150, 50],
    [133, 8_250, 10_973],
    [100, MAX_AMOUNT, MAX_AMOUNT],
    [999_999_999, 1, 10_000_000],
  ])('of %i hundredths at %i cents is %i cents', (quantity, rate, amount) => {
    expect(amountOf(quantity, rate)).toBe(amount)
  })

  test('is quantity × rate rounded half up, for any two of them', () => {
    fc.assert(
      fc.property(quantity, rate, (q, r) => {
        const exact = halfUp(BigInt(q) * BigInt(r), 100n)
        if (exact <= BigInt(MAX_AMOUNT)) expect(BigInt(amountOf(q, r))).toBe(exact)
        expect(fits(amountOf(q, r))).toBe(exact <= BigInt(MAX_AMOUNT))
      }),
    )
  })

  test('is commutative', () => {
    fc.assert(fc.property(quantity, rate, (q, r) => amountOf(q, r) === amountOf(r, q)))
  })
})

describe('tax', () => {
  test.each([
    [825, 10_000, 825],
    [825, 199, 16],
    [50, 100, 1],
    [49, 100, 0],
    [10_000, MAX_AMOUNT, MAX_AMOUNT],
    [1, 5_000, 1],
    [1, 4_999, 0],
  ])('of %i hundredths of a percent on %i cents is %i cents', (percent, amount, tax) => {
    expect(percentOf(percent, amount)).toBe(tax)
  })

  test('is rounded half up, for any rate and amount', () => {
    fc.assert(
      fc.property(taxRate, rate, (percent, amount) => {
        expect(BigInt(percentOf(percent, amount))).toBe(halfUp(BigInt(percent) * BigInt(amount), 10_000n))
      }),
    )
  })

  test('owed back is what was owed, with its sign turned', () => {
    fc.assert(fc.property(taxRate, rate, (p, a) => percentOf(p, -a) + percentOf(p, a) === 0))
  })
})
