import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES } from '#core/currency.ts'
import { MAX_AMOUNT } from '#core/money.ts'
import { amountAxis } from './axis.ts'

describe('the axis of a chart of amounts', () => {
  test.each([
    [1_850_000, 'USD', ['$0', '$5,000', '$10,000', '$15,000', '$20,000']],
    [300, 'USD', ['$0', '$1', '$2', '$3']],
    [99, 'USD', ['$0.00', '$0.25', '$0.50', '$0.75', '$1.00']],
    [7, 'USD', ['$0.00', '$0.02', '$0.04', '$0.06', '$0.08']],
    [3, 'USD', ['$0.00', '$0.01', '$0.02', '$0.03']],
    [1, 'JPY', ['¥0', '¥1']],
    [9, 'JPY', ['¥0', '¥5', '¥10']],
    [500_000_000, 'USD', ['$0', '$2M', '$4M', '$6M']],
  ])('up to %i minor units of %s is labelled %j', (highest, currency, labels) => {
    const axis = amountAxis([highest], currency, 'en-US')
    expect(axis.ticks.map(axis.label)).toEqual(labels)
  })

  test.each([
    [[-50_000], ['-$600', '-$400', '-$200', '$0']],
    [
      [-50_000, 0, 130_000],
      ['-$500', '$0', '$500', '$1,000', '$1,500'],
    ],
  ])('of %j cents goes below zero: %j', (amounts, labels) => {
    const axis = amountAxis(amounts, 'USD', 'en-US')
    expect(axis.ticks.map(axis.label)).toEqual(labels)
  })

  test('reaches every amount in at most six ticks that all read differently', () => {
    const amount = fc.integer({ min: -10 * MAX_AMOUNT, max: 10 * MAX_AMOUNT })
    const currency = fc.constantFrom(...CURRENCIES)
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1 }), currency, (amounts, currency) => {
        const { ticks, bottom, top, label } = amountAxis(amounts, currency, 'en-US')
        expect([ticks.at(0), ticks.at(-1)]).toEqual([bottom, top])
        expect(ticks).toContain(0)
        expect(bottom).toBeLessThanOrEqual(Math.min(...amounts))
        expect(top).toBeGreaterThanOrEqual(Math.max(...amounts))
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(new Set(ticks.map(label)).size).toBe(ticks.length)
      }),
    )
  })

  test('reaches the highest amount in at most five ticks that all read differently', () => {
    const amount = fc.integer({ min: 0, max: 10 * MAX_AMOUNT })
    const currency = fc.constantFrom(...CURRENCIES)
    const locale = fc.constantFrom('en-US', 'de-DE', 'ja-JP', 'hi-IN', 'ar-EG')
    fc.assert(
      fc.property(amount, currency, locale, (highest, currency, locale) => {
        const { ticks, top, label } = amountAxis([highest], currency, locale)
        expect(ticks.at(0)).toBe(0)
        expect(ticks.at(-1)).toBe(top)
        expect(top).toBeGreaterThanOrEqual(highest)
        expect(ticks.length).toBeLessThanOrEqual(5)
        expect(ticks.every(Number.isInteger)).toBe(true)
        expect(new Set(ticks.map(label)).size).toBe(ticks.length)
      }),
    )
  })
})
