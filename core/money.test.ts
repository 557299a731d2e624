import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CURRENCIES, decimalsOf } from './currency.ts'
import { exchange } from './exchange.ts'
import {
  amountOf,
  divideHalfUp,
  fits,
  fromMinorUnits,
  inMinorUnits,
  MAX_AMOUNT,
  percentage,
  percentOf,
  sameFigure,
  shareOf,
  toMinorUnits,
  tooPrecise,
  worthOf,
} from './money.ts'
import { EnteredMoney, HomeMoney, Money, priced } from './money-schemas.ts'

const quantity = fc.integer({ min: 1000, max: MAX_AMOUNT * 100 })
const rate = fc.integer({ min: 0, max: MAX_AMOUNT })
const taxRate = fc.integer({ min: 0, max: 10_000 })

/** Half up as it is taught: to the next whole one when the rest is at least half. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor
  return (dividend % divisor) * 2n >= divisor ? whole + 1n : whole
}

describe('a line', () => {
  test.each([
    [15_000, 10_000, 15_000],
    [1000, 5, 1],
    [1000, 4, 0],
    [3333, 150, 50],
    [13_333, 8_250, 11_000],
    [10_000, MAX_AMOUNT, MAX_AMOUNT],
    [99_999_999_900, 1, 10_000_000],
  ])('of %i ten-thousandths at %i cents is %i cents', (quantity, rate, amount) => {
    expect(amountOf(quantity, rate)).toBe(amount)
  })

  test('is quantity × rate rounded half up, for any two of them', () => {
    fc.assert(
      fc.property(quantity, rate, (q, r) => {
        const exact = halfUp(BigInt(q) * BigInt(r), 10_000n)
        if (exact <= BigInt(MAX_AMOUNT)) expect(BigInt(amountOf(q, r))).toBe(exact)
        expect(fits(amountOf(q, r))).toBe(exact <= BigInt(MAX_AMOUNT))
      }),
    )
  })

  test('is commutative', () => {
    fc.assert(fc.property(quantity, rate, (q, r) => amountOf(q, r) === amountOf(r, q)))
  })
})

describe('time', () => {
  const HOURS = 3600
  test.each([
    ['80 minutes at $140 an hour', 80 * 60, { rate: 14_000, rate_hours: HOURS }, 18_667],
    ['an hour at $800 a day of 8 hours', HOURS, { rate: 80_000, rate_hours: 8 * HOURS }, 10_000],
    ['twenty of them', 20 * HOURS, { rate: 80_000, rate_hours: 8 * HOURS }, 200_000],
    ['a second at a cent an hour', 1, { rate: 1, rate_hours: HOURS }, 0],
  ])('of %s is worth it to the cent', (_, time, rate, amount) => {
    expect(worthOf(time, rate)).toBe(amount)
  })
})

describe('a division', () => {
  const magnitude = fc.bigInt({ min: 0n, max: 10n ** 15n })
  const signs = fc.constantFrom(1n, -1n)

  test('is rounded half away from zero, whatever the signs', () => {
    fc.assert(
      fc.property(magnitude, magnitude, signs, signs, (dividend, less, one, other) => {
        const divisor = less + 1n
        const exact = one * other * halfUp(dividend, divisor)
        expect(BigInt(divideHalfUp(one * dividend, other * divisor))).toBe(exact)
      }),
    )
  })

  test('of a whole by itself is a hundred percent, of debts and credits alike', () => {
    const part = fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT })
    fc.assert(
      fc.property(part, part, (one, whole) => {
        expect(percentage(whole, whole)).toBe(whole === 0 ? 0 : 10_000)
        expect(shareOf(one, whole, whole)).toBe(whole === 0 ? 0 : one)
        expect(percentage(-one, -whole)).toBe(percentage(one, whole))
      }),
    )
  })
})

describe('a figure in another currency', () => {
  test.each([
    [8000, 'EUR', 'JPY', 80],
    [80, 'JPY', 'KWD', 80_000],
    [8055, 'EUR', 'JPY', 81],
    [8050, 'USD', 'EUR', 8050],
    [null, 'EUR', 'JPY', null],
  ] as const)('%s minor units of %s are, in %s, %s', (amount, from, to, same) => {
    expect(sameFigure(amount, from, to)).toBe(same)
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

const currency = fc.constantFrom(...CURRENCIES)
const amount = fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT })

describe('an amount of any currency', () => {
  test.each([
    ['USD', 2],
    ['JPY', 0],
    ['KWD', 3],
  ])('%s has %i decimals', (code, decimals) => {
    expect(decimalsOf(code)).toBe(decimals)
  })

  test('goes over the wire and back to the last unit', () => {
    const Invoice = priced(
      z.object({
        currency: z.string(),
        home_currency: z.string(),
        total: Money,
        home_total: HomeMoney.nullable(),
        items: z.array(z.object({ rate: Money.meta({ description: 'of one' }) })),
      }),
    )
    fc.assert(
      fc.property(currency, currency, amount, fc.option(amount), (code, home, total, home_total) => {
        const invoice = {
          currency: code,
          home_currency: home,
          total,
          home_total,
          items: [{ rate: total }],
        }
        const sent = JSON.stringify(z.encode(Invoice, invoice))
        expect(JSON.parse(sent).items[0].rate).toBe(total / 10 ** decimalsOf(code))
        expect(z.decode(Invoice, JSON.parse(sent))).toEqual(invoice)
      }),
    )
  })

  test('is entered with as many decimals as its currency has', () => {
    fc.assert(
      fc.property(currency, fc.integer({ min: 0, max: 999_999_999 }), (code, minor) => {
        const entered = EnteredMoney.parse(fromMinorUnits(minor, code))
        expect(inMinorUnits(entered, code)).toBe(minor)
      }),
    )
    expect(inMinorUnits(EnteredMoney.parse(12.5), 'JPY')).toBeNull()
    expect(tooPrecise('JPY')).toBe('Must have no decimals')
    expect(inMinorUnits(EnteredMoney.parse(0.125), 'KWD')).toBe(125)
    expect(inMinorUnits(EnteredMoney.parse(0.125), 'USD')).toBeNull()
    expect(tooPrecise('USD')).toBe('Must have at most two decimals')
  })

  test.each([
    [-0.01, 'Must be at least 0'],
    [1_000_000_000, 'Must be at most 999,999,999.99'],
    [1e300, 'Must be at most 999,999,999.99'],
    [Number.NaN, 'Must be a number'],
    ['1', 'Must be a number'],
    [null, 'Is required'],
  ])('%j is refused: %s', (input, message) => {
    expect(EnteredMoney.safeParse(input).error?.issues[0]?.message).toBe(message)
  })

  test('is exchanged half up to the other currency’s last unit', () => {
    expect(exchange(1_000, { from: 'JPY', to: 'USD', rate: 0.0067 })).toBe(670)
    expect(exchange(1_235, { from: 'KWD', to: 'USD', rate: 1 })).toBe(124)
    expect(exchange(125, { from: 'USD', to: 'JPY', rate: 2 })).toBe(3)
    fc.assert(
      fc.property(amount, currency, (minor, code) => {
        expect(exchange(minor, { from: code, to: code, rate: 1 })).toBe(
          toMinorUnits(fromMinorUnits(minor, code), code),
        )
      }),
    )
  })
})
