import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_DISCOUNT, totalsOf, Unit, withAmount } from '#core/document-lines.ts'
import { exchange } from '#core/exchange.ts'
import { amountOf } from '#core/money.ts'
import type { Invoice } from '../contract/invoice.ts'
import { loggedNote, withItems } from './items.ts'

describe('an optimistic update', () => {
  const item = fc.record({
    id: fc.integer({ min: 1 }),
    description: fc.string(),
    unit: fc.constantFrom(...Unit.options),
    quantity: fc.integer({ min: 1000, max: 10_000_000 }),
    rate: fc.integer({ min: 0, max: 1_000_000 }),
  })

  test('equals the server’s result', () => {
    fc.assert(
      fc.property(fc.array(item), fc.integer({ min: 0, max: 100_000 }), (lines, tax_rate) => {
        const terms = {
          ...NO_DISCOUNT,
          tax_rate,
          currency: 'EUR',
          home_currency: 'JPY',
          exchange_rate: 161.5,
        }
        const invoice = terms as Invoice
        const shown = withItems(
          invoice,
          lines.map((line) => ({ ...withAmount(line), work: null })),
        )
        const amounts = lines.map(({ quantity, rate }) => amountOf(quantity, rate))
        expect(shown.items.map(({ amount }) => amount)).toEqual(amounts)
        const totals = totalsOf(amounts, tax_rate)
        const home_total = exchange(totals.total, { from: 'EUR', to: 'JPY', rate: 161.5 })
        expect(shown).toMatchObject({ ...totals, home_total })
      }),
    )
  })
})

test.each([
  [75_000, 'hours', 7.5, null],
  [70_000, 'hours', 7.5, '7.50 h logged, 7 h billed'],
  [5000, 'days', 4, '4 h logged, 0.50 days billed'],
  [10_000, 'days', 8, '8 h logged, 1 day billed'],
  [10_000, '', 8, '8 h logged'],
  [10_000, '', null, null],
] as const)('%d %s for %s logged hours reads %s', (quantity, unit, logged_hours, note) => {
  expect(loggedNote({ quantity, unit, logged_hours: logged_hours && logged_hours * 3600 })).toBe(note)
})
