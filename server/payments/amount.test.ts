import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES } from '#core/currency.ts'
import { fromProviderAmount, toProviderAmount } from './amount.ts'

describe('amounts at the provider', () => {
  test.each([
    ['USD', 1250, 1250],
    ['JPY', 1250, 1250],
    ['MGA', 5000, 5000],
    // No decimals here, two there.
    ['HUF', 1250, 125_000],
    ['IDR', 1250, 125_000],
    ['TWD', 125_000, 125_000],
    ['ISK', 1250, 125_000],
    ['UGX', 1250, 125_000],
    ['KWD', 5120, 5120],
  ])('of %s: %d is %d', (currency, ours, theirs) => {
    expect(toProviderAmount(ours, currency)).toBe(theirs)
    expect(fromProviderAmount(theirs, currency)).toBe(ours)
  })

  test('that it cannot take exactly are refused', () => {
    expect(toProviderAmount(5124, 'KWD')).toBeUndefined()
    expect(toProviderAmount(5124, 'BHD')).toBeUndefined()
  })

  test('of every currency come back as they were', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CURRENCIES),
        fc.integer({ min: 1, max: 1_000_000_000 }),
        (currency, amount) => {
          const theirs = toProviderAmount(amount, currency)
          if (theirs !== undefined) expect(fromProviderAmount(theirs, currency)).toBe(amount)
          expect(toProviderAmount(amount * 10, currency)).toBeDefined()
        },
      ),
    )
  })
})
