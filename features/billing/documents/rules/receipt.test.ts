import { expect, test } from 'vitest'
import { receiptOf } from './receipt.ts'

const invoice = {
  number: 'INV-0042',
  locale: 'en-US',
  currency: 'EUR',
  paper: 'a4' as const,
  seller: { name: 'Ada Design', lines: ['Rua 1', '1000 Lisbon'] },
  buyer: { name: 'Jonas Pine' },
  issued: { date: '2026-11-01', text: 'Nov 1, 2026' },
  totals: { total: { minor_units: 120_000, text: '€1,200.00' } },
}

test('a receipt says what was paid, how, and what is left to pay', () => {
  const payment = {
    amount: 50_000,
    surplus: 0,
    paid_on: '2026-11-12',
    method: 'bank_transfer',
    reference: '4711',
  } as const
  expect(receiptOf(invoice, payment, 70_000)).toEqual({
    paper: 'a4',
    title: 'Receipt',
    subject: 'for invoice INV-0042',
    seller: invoice.seller,
    amount: { label: 'Amount received', value: '€500.00' },
    facts: [
      { label: 'Received from', value: 'Jonas Pine' },
      { label: 'Paid on', value: 'November 12, 2026' },
      { label: 'Method', value: 'Bank transfer' },
      { label: 'Reference', value: '4711' },
    ],
    sums: [
      { label: 'Invoice INV-0042, November 1, 2026', value: '€1,200.00' },
      { label: 'Paid so far', value: '€700.00' },
    ],
    balance: { label: 'Balance due', value: '€500.00' },
  })
})

test('a receipt without a reference does not mention one', () => {
  const payment = { amount: 1, surplus: 0, paid_on: '2026-11-12', method: 'cash', reference: '' } as const
  expect(receiptOf(invoice, payment, 1).facts.map(({ label }) => label)).toEqual([
    'Received from',
    'Paid on',
    'Method',
  ])
})
