import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { amountOf, fits, LARGEST_AMOUNT, Money, MoneySum, percentOf, totalsOf } from './money.ts'

const quantity = fc.integer({ min: 10, max: LARGEST_AMOUNT })
const rate = fc.integer({ min: 0, max: LARGEST_AMOUNT })
const taxRate = fc.integer({ min: 0, max: 10_000 })

/** Lines that stay within what an invoice can hold. */
const lines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 10, max: 100_000 }),
    rate: fc.integer({ min: 0, max: 100_000 }),
  }),
  { maxLength: 40 },
)

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
    [100, LARGEST_AMOUNT, LARGEST_AMOUNT],
    [999_999_999, 1, 10_000_000],
  ])('of %i hundredths at %i cents is %i cents', (quantity, rate, amount) => {
    expect(amountOf(quantity, rate)).toBe(amount)
  })

  test('is quantity × rate rounded half up, for any two of them', () => {
    fc.assert(
      fc.property(quantity, rate, (q, r) => {
        const exact = halfUp(BigInt(q) * BigInt(r), 100n)
        if (exact <= BigInt(LARGEST_AMOUNT)) expect(BigInt(amountOf(q, r))).toBe(exact)
        expect(fits(amountOf(q, r))).toBe(exact <= BigInt(LARGEST_AMOUNT))
      }),
    )
  })

  test('does not care which of the two is which', () => {
    fc.assert(fc.property(quantity, rate, (q, r) => amountOf(q, r) === amountOf(r, q)))
  })
})

describe('tax', () => {
  test.each([
    [825, 10_000, 825],
    [825, 199, 16],
    [50, 100, 1],
    [49, 100, 0],
    [10_000, LARGEST_AMOUNT, LARGEST_AMOUNT],
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

describe('totals', () => {
  test('of three lines with 8.25 % tax', () => {
    const amounts = [amountOf(150, 9_999), amountOf(10, 5), amountOf(300, 12_345)]
    expect(amounts).toEqual([14_999, 1, 37_035])
    expect(totalsOf(amounts, 825)).toEqual({ subtotal: 52_035, tax_amount: 4_293, total: 56_328 })
  })

  test('of nothing are nothing', () => {
    expect(totalsOf([], 825)).toEqual({ subtotal: 0, tax_amount: 0, total: 0 })
  })

  test('add up to the cent, in any order and from any stored sum', () => {
    fc.assert(
      fc.property(lines, taxRate, (items, tax) => {
        const amounts = items.map((item) => amountOf(item.quantity, item.rate))
        const totals = totalsOf(amounts, tax)
        const stored = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
        expect(BigInt(totals.subtotal)).toBe(stored)
        expect(totals.total).toBe(totals.subtotal + totals.tax_amount)
        expect(totalsOf(amounts.toReversed(), tax)).toEqual(totals)
        expect(totalsOf([Number(stored)], tax)).toEqual(totals)
      }),
    )
  })

  test('agree between what the editor previews and what the server stores and sends', () => {
    fc.assert(
      fc.property(lines, taxRate, (items, tax) => {
        const typed = items.map((item) => [item.quantity / 100, item.rate / 100] as const)
        const previewed = typed.map(([q, r]) => amountOf(z.decode(Money, q), z.decode(Money, r)))
        const body = JSON.parse(JSON.stringify(typed)) as [number, number][]
        const stored = body.map(([q, r]) => amountOf(z.decode(Money, q), z.decode(Money, r)))
        const sent = stored.map((amount) => JSON.parse(JSON.stringify(z.encode(Money, amount))))
        const shown = sent.map((amount) => z.decode(Money, amount))
        expect(previewed).toEqual(stored)
        expect(shown).toEqual(stored)
        expect(totalsOf(shown, tax)).toEqual(totalsOf(previewed, tax))
      }),
    )
  })

  test('of many invoices are still exact on the wire', () => {
    fc.assert(
      fc.property(fc.array(rate, { maxLength: 900 }), (amounts) => {
        const { subtotal } = totalsOf(amounts, 0)
        expect(z.decode(MoneySum, JSON.parse(JSON.stringify(z.encode(MoneySum, subtotal))))).toBe(subtotal)
      }),
    )
  })
})
