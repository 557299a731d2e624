import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeLine, type Movement, periodOf, toStatement } from './statement.ts'

const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD')
const amount = fc.integer({ min: 1, max: 100_000_000 })

const movement: fc.Arbitrary<Movement> = fc
  .record({
    type: fc.constantFrom('opening', 'invoice', 'payment'),
    day: fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, '0')}`),
    currency,
    amount,
  })
  .map(({ type, day, currency, amount }) => ({
    type,
    day,
    currency,
    amount: type === 'payment' ? -amount : amount,
    surplus: 0,
    invoice_id: 1,
    invoice_number: 'INV-0001',
    kind: null,
    method: null,
    reference: '',
  }))

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const FEBRUARY = { from: '2026-02-01', to: '2026-02-28' }

describe('a statement', () => {
  test('goes from the opening to the closing balance, line by line, in each currency', () => {
    fc.assert(
      fc.property(fc.array(movement), currency, (movements, home) => {
        const { currencies } = toStatement(7, FEBRUARY, movements, home)
        for (const { currency, opening_balance, invoiced, paid, closing_balance, lines } of currencies) {
          const own = movements.filter((one) => one.currency === currency)
          expect(closing_balance).toBe(sum(own.map((one) => one.amount)))
          expect(opening_balance + invoiced - paid).toBe(closing_balance)
          expect(lines.at(-1)?.balance ?? opening_balance).toBe(closing_balance)
          lines.forEach((line, index) => {
            expect(line.balance).toBe((lines[index - 1]?.balance ?? opening_balance) + line.amount)
          })
        }
        expect(currencies.map((part) => part.currency).filter((code) => code === home)).toEqual(
          currencies[0]?.currency === home ? [home] : [],
        )
      }),
    )
  })

  test('is of this year until today, unless another period is chosen', () => {
    expect(periodOf({}, '2026-11-16')).toEqual({ from: '2026-01-01', to: '2026-11-16' })
    expect(periodOf({ to: '2025-06-30' }, '2026-11-16')).toEqual({ from: '2025-01-01', to: '2025-06-30' })
    expect(periodOf({ from: '2026-11-01' }, '2026-11-16')).toEqual({ from: '2026-11-01', to: '2026-11-16' })
  })

  test('says how an invoice was paid', () => {
    const line = { invoice_id: 1, invoice_number: 'INV-0001', day: '2026-02-01', amount: 1, balance: 1 }
    expect(describeLine({ ...line, type: 'invoice', kind: null, method: null, reference: '' })).toBe(
      'Invoice INV-0001',
    )
    expect(describeLine({ ...line, type: 'payment', kind: 'payment', method: 'other', reference: '' })).toBe(
      'Payment for INV-0001',
    )
    expect(
      describeLine({ ...line, type: 'payment', kind: 'payment', method: 'bank_transfer', reference: '4711' }),
    ).toBe('Payment for INV-0001 by bank transfer, reference 4711')
    expect(describeLine({ ...line, type: 'payment', kind: 'refund', method: 'online', reference: '' })).toBe(
      'Refund for INV-0001',
    )
  })
})
