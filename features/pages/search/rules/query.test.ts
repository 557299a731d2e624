import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from '#core/format.ts'
import { readQuery } from './query.ts'

test('words are folded, and only the first six count', () => {
  expect(readQuery('  Café  MENU ')).toMatchObject({
    text: 'cafe menu',
    words: [{ text: 'cafe' }, { text: 'menu' }],
  })
  expect(readQuery('a b c d e f g h')?.words).toHaveLength(6)
  expect(readQuery(' \n ')).toBeNull()
})

test.each([
  ['42', { prefix: '', number: 42 }],
  ['#0042', { prefix: '', number: 42 }],
  ['INV-0042', { prefix: 'inv-', number: 42 }],
  ['inv 42', { prefix: 'inv', number: 42 }],
  ['2026-0042', { prefix: '2026-', number: 42 }],
  ['0', null],
  ['12345678901', null],
  ['pine', null],
])('%s is read as a number of an invoice', (q, number) => expect(readQuery(q)?.whole.number).toEqual(number))

const amountsIn = (q: string, currency: string) =>
  readQuery(q)?.whole.amounts.find(({ currencies }) => currencies.includes(currency))?.amounts ?? []

test('an amount as any locale writes it is read in the units of each currency', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
      fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH'),
      (amount, currency, locale) => {
        expect(amountsIn(formatMoney(amount, currency, locale), currency)).toContain(amount)
      },
    ),
  )
})

test('what can be read in two ways is both, and more decimals than a currency has are none', () => {
  expect(amountsIn('1,250', 'USD')).toEqual([125_000, 125])
  expect(amountsIn('1,250', 'KWD')).toEqual([1_250_000, 1250])
  expect(amountsIn('12.34', 'JPY')).toEqual([])
  expect(amountsIn('99999999999999', 'USD')).toEqual([])
})
