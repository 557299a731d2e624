import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { MAX_AMOUNT } from './money.ts'
import { hundredths, Percent } from './number-schemas.ts'

const Figure = hundredths({ min: 0, max: MAX_AMOUNT })
const Sum = hundredths({ min: -100_000_000_000_000, max: 100_000_000_000_000 })

const cents = fc.integer({ min: 0, max: MAX_AMOUNT })

/** Writes an amount as a person does, without any arithmetic on fractions. */
const written = (count: number) => `${Math.floor(count / 100)}.${String(count % 100).padStart(2, '0')}`

const overTheWire = (schema: z.ZodType<number, number>, count: number): number =>
  z.decode(schema, JSON.parse(JSON.stringify(z.encode(schema, count))))

describe('whole hundredths and the numbers on the wire', () => {
  test('every amount comes back as it went', () => {
    fc.assert(fc.property(cents, (count) => overTheWire(Figure, count) === count))
  })

  test('as does every one of the first and the last hundred thousand of them', () => {
    const odd: number[] = []
    for (let step = 0; step < 100_000; step++) {
      for (const count of [step, MAX_AMOUNT - step]) {
        if (overTheWire(Figure, count) !== count) odd.push(count)
      }
    }
    expect(odd).toEqual([])
  })

  test('and every sum, a loss included', () => {
    const sums = fc.integer({ min: -100_000_000_000_000, max: 100_000_000_000_000 })
    fc.assert(fc.property(sums, (count) => overTheWire(Sum, count) === count))
  })

  test('an amount is sent as it would be written, without idle zeros', () => {
    fc.assert(
      fc.property(cents, (count) => {
        expect(JSON.stringify(z.encode(Figure, count))).toBe(written(count).replace(/\.?0{1,2}$/, ''))
      }),
    )
  })

  test('what a person writes is read to the cent', () => {
    fc.assert(fc.property(cents, (count) => z.decode(Figure, Number(written(count))) === count))
  })

  test('a third decimal is refused, never rounded away', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 9 }), (count, third) => {
        fc.pre(count < MAX_AMOUNT)
        return !Figure.safeParse(Number(`${written(count)}${third}`)).success
      }),
    )
  })

  test.each([
    [-0.01, 'Must be at least 0'],
    [1_000_000_000, 'Must be at most 999,999,999.99'],
    [0.001, 'Must have at most two decimals'],
    [1e300, 'Must be at most 999,999,999.99'],
    [Number.NaN, 'Must be a number'],
    [Number.POSITIVE_INFINITY, 'Must be a number'],
    ['1', 'Must be a number'],
    [null, 'Is required'],
    [undefined, 'Is required'],
    [{}, 'Must be a number'],
  ])('%j is refused: %s', (input, message) => {
    expect(Figure.safeParse(input).error?.issues[0]?.message).toBe(message)
  })

  test('zero has no sign', () => {
    expect(Object.is(z.decode(Figure, -0), 0)).toBe(true)
  })

  test('the bounds belong to the range', () => {
    expect(z.decode(hundredths({ min: 10, max: 20 }), 0.1)).toBe(10)
    expect(z.decode(hundredths({ min: 10, max: 20 }), 0.2)).toBe(20)
    expect(z.decode(Percent, 100)).toBe(10_000)
    expect(Percent.safeParse(100.01).success).toBe(false)
  })
})
