import { expect, test } from 'vitest'
import { documentOf } from './document.ts'
import type { Movement } from './statement.ts'
import { toStatement } from './statement.ts'

const FEBRUARY = { from: '2026-02-01', to: '2026-02-28' }
const PARTIES = {
  business: {
    name: 'Studio North',
    address: '1 Harbour Street',
    postal_code: '04109',
    city: 'Leipzig',
    country: 'DE',
    tax_id: 'DE123456789',
  },
  client: {
    name: 'Jonas Pine',
    company: 'Blue Harbor',
    address: '',
    postal_code: '',
    city: '',
    country: '',
    tax_id: '',
  },
} as const

const movement = (type: Movement['type'], day: string, amount: number, currency: string): Movement => ({
  type,
  day,
  currency,
  amount,
  surplus: 0,
  invoice_id: 1,
  invoice_number: 'INV-0001',
  kind: type === 'payment' ? 'payment' : null,
  method: type === 'payment' ? 'bank_transfer' : null,
  reference: '',
})

test('a printed statement has a table for each currency, from opening to closing balance', () => {
  const movements = [
    movement('opening', '2026-01-31', 5_000, 'EUR'),
    movement('invoice', '2026-02-03', 120_000, 'EUR'),
    movement('payment', '2026-02-10', -125_000, 'EUR'),
    movement('invoice', '2026-02-11', 900, 'JPY'),
  ]
  const statement = toStatement(7, FEBRUARY, movements, 'EUR')
  const { tables, ...document } = documentOf(statement, PARTIES, 'en-US')
  expect(document).toEqual({
    paper: 'a4',
    title: 'Statement of account',
    period: 'Feb 1, 2026 to Feb 28, 2026',
    business: {
      name: 'Studio North',
      lines: ['1 Harbour Street', '04109 Leipzig', 'Germany', 'DE123456789'],
    },
    client: { name: 'Jonas Pine', lines: ['Blue Harbor'] },
    nothing: 'No invoices or payments in this period.',
  })
  expect(tables.map(({ title }) => title)).toEqual(['Amounts in EUR', 'Amounts in JPY'])
  expect(tables[0]).toMatchObject({
    opening: { day: 'Feb 1, 2026', text: 'Opening balance', invoiced: '', paid: '', balance: '€50.00' },
    rows: [
      { day: 'Feb 3, 2026', text: 'Invoice INV-0001', invoiced: '€1,200.00', paid: '', balance: '€1,250.00' },
      {
        day: 'Feb 10, 2026',
        text: 'Payment for INV-0001 by bank transfer',
        invoiced: '',
        paid: '€1,250.00',
        balance: '€0.00',
      },
    ],
    closing: {
      day: 'Feb 28, 2026',
      text: 'Closing balance',
      invoiced: '€1,200.00',
      paid: '€1,250.00',
      balance: '€0.00',
    },
  })
})

test('a printed statement writes amounts as the locale does', () => {
  const statement = toStatement(7, FEBRUARY, [movement('invoice', '2026-02-03', 120_000, 'EUR')], 'EUR')
  expect(documentOf(statement, PARTIES, 'de-DE').tables[0]?.closing.balance).toBe('1.200,00\u00a0€')
})
