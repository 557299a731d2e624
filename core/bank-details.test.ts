import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compactIban, formatIban, isBic, isIban } from './bank-details.ts'

const IBANS = [
  'DE89370400440532013000',
  'GB82WEST12345698765432',
  'PT50000201231234567890154',
  'NO9386011117947',
]

describe('an IBAN', () => {
  test.each(IBANS)('%s has the right check digits', (iban) => {
    expect(isIban(iban)).toBe(true)
    expect(compactIban(formatIban(iban).toLowerCase())).toBe(iban)
  })

  test('with one wrong or two swapped digits is refused', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...IBANS),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (iban, place, more) => {
          const at = 4 + (place % (iban.length - 4))
          const digit = Number(iban[at])
          fc.pre(!Number.isNaN(digit))
          expect(isIban(iban.slice(0, at) + ((digit + more) % 10) + iban.slice(at + 1))).toBe(false)
          const next = iban[at + 1]
          if (next === undefined || next === iban[at]) return
          expect(isIban(iban.slice(0, at) + next + iban[at] + iban.slice(at + 2))).toBe(false)
        },
      ),
    )
  })

  test.each(['', 'DE', 'DE8937040044053201300', '8937040044053201300000', 'DE89-3704'])(
    '%j is none',
    (text) => {
      expect(isIban(text)).toBe(false)
    },
  )
})

test.each([
  ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
  ['de89 3704 00', 'DE89 3704 00'],
  ['', ''],
])('%j reads %j', (typed, text) => {
  expect(formatIban(typed)).toBe(text)
})

test.each([
  ['DEUTDEFF', true],
  ['DEUTDEFF500', true],
  ['DEUTDEFF5', false],
  ['1EUTDEFF', false],
])('%s is a BIC: %s', (bic, valid) => {
  expect(isBic(bic)).toBe(valid)
})
