import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { netOf, previewAmount, quantityFormat, repriced, totalsOf, withAmount } from './document-lines.ts'
import { amountOf, fromMinorUnits, MAX_AMOUNT, percentOf, taxOn, toMinorUnits } from './money.ts'

const rate = fc.integer({ min: 0, max: MAX_AMOUNT })
const taxRate = fc.integer({ min: 0, max: 100_000 })
const line = fc.record({
  quantity: fc.integer({ min: 1000, max: 10_000_000 }),
  rate: fc.integer({ min: 0, max: 100_000 }),
})
/** Lines that stay within what a document can hold. */
const lines = fc.array(line, { maxLength: 40 })

describe('a line that is typed', () => {
  test('comes to what the server will store', () => {
    fc.assert(
      fc.property(line, ({ quantity, rate }) => {
        const typed = [`${quantity / 10_000}`, `${rate / 100}`].map(Number)
        expect(previewAmount(typed[0], typed[1], 'USD')).toBe(withAmount({ quantity, rate }).amount)
      }),
    )
  })

  test.each([
    [null, 5],
    [1, null],
    [0.09, 5],
    [1.00001, 5],
    [1, -1],
    [Number.NaN, 5],
    [2, 999_999_999.99],
  ])('of %s at %s comes to nothing yet', (quantity, rate) => {
    expect(previewAmount(quantity, rate, 'USD')).toBeNull()
  })
})

test('a changed line keeps its amount as long as it keeps quantity and rate', () => {
  const billed = { quantity: 13_333, rate: 14_000, amount: 18_667 }
  expect(repriced({ quantity: 13_333, rate: 14_000 }, billed).amount).toBe(18_667)
  expect(repriced({ quantity: 13_333, rate: 14_001 }, billed).amount).toBe(18_668)
  expect(repriced({ quantity: 13_334, rate: 14_000 }, billed).amount).toBe(18_668)
  expect(previewAmount(1.3333, 140, 'USD', billed)).toBe(18_667)
})

describe('totals', () => {
  test('of three lines with 8.25 % tax', () => {
    const amounts = [amountOf(15_000, 9_999), amountOf(1000, 5), amountOf(30_000, 12_345)]
    expect(amounts).toEqual([14_999, 1, 37_035])
    expect(totalsOf(amounts, 8250)).toEqual({
      subtotal: 52_035,
      discount_amount: 0,
      tax_amount: 4_293,
      total: 56_328,
    })
  })

  test('of no lines are zero', () => {
    expect(totalsOf([], 8250)).toEqual({ subtotal: 0, discount_amount: 0, tax_amount: 0, total: 0 })
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

  test('of three lines with 10 % discount and 8.25 % tax', () => {
    const discount = { discount_percent: 1_000, discount_amount: 0 }
    expect(totalsOf([14_999, 1, 37_035], 8250, discount)).toEqual({
      subtotal: 52_035,
      discount_amount: 5_204,
      tax_amount: 3_864,
      total: 50_695,
    })
  })

  test('with a discount add up to the cent, and only what is left is taxed', () => {
    fc.assert(
      fc.property(
        lines,
        taxRate,
        fc.integer({ min: 1, max: 10_000 }),
        fc.boolean(),
        (items, tax, part, inPercent) => {
          const amounts = items.map((item) => amountOf(item.quantity, item.rate))
          const full = totalsOf(amounts, tax)
          const entered = percentOf(part, full.subtotal)
          const discount = inPercent
            ? { discount_percent: part, discount_amount: 0 }
            : { discount_percent: null, discount_amount: entered }
          const totals = totalsOf(amounts, tax, discount)
          expect(totals.subtotal).toBe(full.subtotal)
          expect(totals.discount_amount).toBe(entered)
          expect(totals.discount_amount).toBeLessThanOrEqual(totals.subtotal)
          expect(totals.tax_amount).toBe(taxOn(netOf(totals), tax))
          expect(totals.total).toBe(totals.subtotal - totals.discount_amount + totals.tax_amount)
          expect(totals.total).toBeLessThanOrEqual(full.total)
          expect(totalsOf([totals.subtotal], tax, { ...discount, ...totals })).toEqual(totals)
        },
      ),
    )
  })

  test('agree between what the editor previews and what the server stores and sends', () => {
    fc.assert(
      fc.property(lines, taxRate, fc.constantFrom('USD', 'JPY', 'KWD'), (items, tax, currency) => {
        const typed = items.map(
          (item) => [item.quantity / 10_000, fromMinorUnits(item.rate, currency)] as const,
        )
        const previewed = typed.map(([q, r]) => previewAmount(q, r, currency) ?? 0)
        const stored = items.map((item) => amountOf(item.quantity, item.rate))
        const sent = stored.map((amount) => JSON.stringify(fromMinorUnits(amount, currency)))
        const shown = sent.map((amount) => toMinorUnits(JSON.parse(amount), currency))
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
        for (const currency of ['USD', 'JPY', 'KWD']) {
          const sent = JSON.stringify(fromMinorUnits(subtotal, currency))
          expect(toMinorUnits(JSON.parse(sent), currency)).toBe(subtotal)
        }
      }),
    )
  })
})

test('quantities below each other all have decimals, or none has', () => {
  fc.assert(
    fc.property(lines, (all) => {
      const written = all.map(({ quantity }) => quantityFormat(all)(quantity))
      const withDecimals = written.filter((text) => /\.\d\d+$/.test(text))
      expect([0, all.length]).toContain(withDecimals.length)
    }),
  )
})
