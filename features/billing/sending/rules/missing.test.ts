import { expect, test } from 'vitest'
import { z } from 'zod'
import { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { filled, type Given } from '#tests/blank.ts'
import { completed, isComplete, isFaultyIban, missingDetails, paymentFields } from './missing.ts'

const draft = (given: Given<z.input<typeof Invoice>> = {}) =>
  z.decode(Invoice, filled(Invoice, { status: 'draft', due_date: null, ...given }))
const time = { kind: 'time' as const, logged_hours: 2, count: 1 }
const line = (id: number, unit: 'hours' | 'days' | '', rate = 0) =>
  ({ id, description: 'Design', quantity: 2, unit, rate, amount: 2 * rate, work: time }) as const

test('a draft lacks what a client looks for, and an issued invoice nothing', () => {
  const items = [line(1, 'hours'), line(2, 'days', 400)]
  expect(missingDetails(draft({ items }), false)).toEqual({
    due_date: true,
    address: true,
    payment: true,
    rates: ['hours'],
  })
  expect(isComplete(missingDetails(draft({ status: 'sent', items }), false))).toBe(true)
  const details = { seller: { city: 'Bristol' }, payment: { details: 'By card' } }
  expect(isComplete(missingDetails(draft({ due_date: '2026-12-01', details }), false))).toBe(true)
})

test('lines that cost nothing on purpose are not asked about', () => {
  const items = [{ ...line(1, 'hours'), work: null }, line(2, '')]
  expect(missingDetails(draft({ items }), true).rates).toEqual([])
})

test('an entered rate prices the time that has none', () => {
  const items = [line(1, 'hours'), line(2, 'days'), line(3, 'hours', 50)]
  const invoice = completed(draft({ items }), { due_date: '2026-12-01', rates: { hours: 60, days: 'x' } })
  expect(invoice).toMatchObject({ due_date: '2026-12-01', subtotal: 22_000 })
  expect(invoice.items.map(({ rate, amount }) => [rate, amount])).toEqual([
    [6000, 12_000],
    [0, 0],
    [5000, 10_000],
  ])
})

test('how to pay is an IBAN or a text', () => {
  expect(paymentFields('de89 3704 0044 0532 0130 00')).toEqual({ iban: 'DE89370400440532013000' })
  expect(paymentFields(' https://pay.example/ada ')).toEqual({ payment_details: 'https://pay.example/ada' })
  expect(isFaultyIban('DE89 3704 0044 0532 0130 01')).toBe(true)
  for (const text of ['', 'DE89 3704 0044 0532 0130 00', 'By card', 'Account 12-34-56'])
    expect(isFaultyIban(text)).toBe(false)
})
