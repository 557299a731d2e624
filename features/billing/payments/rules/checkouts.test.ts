import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesOf, feeInHome, isPayableOnline, stateAfter } from './checkouts.ts'

const ON = {
  timeZone: 'America/New_York',
  today: '2026-11-16',
  wasProcessing: false,
  invoice: { currency: 'EUR', exchange_rate: 1.1 },
  home: 'USD',
}
const payment = {
  id: 'pi_1',
  state: 'received',
  received: 120_000,
  receivedAt: new Date('2026-11-01T03:30:00Z'),
  fees: [],
  description: 'Visa 4242',
  reductions: [],
} as const

describe('the entries of a payment', () => {
  test("are on the account's own days, also in the night of a clock change and at the end of a year", () => {
    expect(entriesOf(payment, ON)).toMatchObject([{ kind: 'payment', paid_on: '2026-10-31' }])
    const at = new Date('2027-01-01T04:59:59Z')
    const refunded = {
      ...payment,
      reductions: [{ kind: 'refund' as const, id: 're_1', amount: 1, fees: [], at }],
    }
    expect(entriesOf(refunded, ON)).toMatchObject([{}, { kind: 'refund', amount: -1, paid_on: '2026-12-31' }])
  })

  test('of a slow payment are on the day it arrives', () => {
    expect(entriesOf(payment, { ...ON, wasProcessing: true })).toMatchObject([{ paid_on: '2026-11-16' }])
  })

  test('are none before it is received', () => {
    expect(entriesOf({ ...payment, state: 'processing', received: 0 }, ON)).toEqual([])
  })

  test('never give back more than was received', () => {
    const reduction = fc.record({
      kind: fc.constantFrom('refund' as const, 'dispute' as const),
      id: fc.uuid(),
      amount: fc.integer({ min: 1, max: 200_000 }),
      fees: fc.constant([]),
      at: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
    })
    fc.assert(
      fc.property(fc.array(reduction), (reductions) => {
        const entries = entriesOf({ ...payment, reductions }, ON)
        const left = entries.reduce((sum, { amount }) => sum + amount, 0)
        const given = reductions.reduce((sum, { amount }) => sum + amount, 0)
        expect(left).toBe(Math.max(0, payment.received - given))
        expect(entries.slice(1).every(({ amount }) => amount < 0)).toBe(true)
      }),
    )
  })
})

test("the provider's fees count with what they were taken for", () => {
  const fee = (amount: number) => ({ amount, currency: 'EUR', rate: null })
  const at = new Date('2026-11-10T12:00:00Z')
  const reductions = [
    { kind: 'refund' as const, id: 're_1', amount: 1000, fees: [fee(50)], at },
    { kind: 'dispute' as const, id: 'dp_1', amount: 2000, fees: [fee(1500), fee(-500)], at },
  ]
  const entries = entriesOf({ ...payment, fees: [fee(100), fee(200)], reductions }, ON)
  expect(entries.map(({ kind, fee: kept }) => [kind, kept])).toEqual([
    ['payment', 330],
    ['refund', 55],
    ['dispute', 1100],
  ])
})

test("the provider's fee counts in the home currency", () => {
  const dollars = { currency: 'USD', exchange_rate: null }
  const euros = { currency: 'EUR', exchange_rate: 1.1 }
  expect(feeInHome({ amount: 3510, currency: 'USD', rate: null }, dollars, 'USD')).toBe(3510)
  expect(feeInHome({ amount: 3510, currency: 'USD', rate: 1.08 }, euros, 'USD')).toBe(3510)
  expect(feeInHome({ amount: 1000, currency: 'EUR', rate: null }, euros, 'USD')).toBe(1100)
  expect(feeInHome({ amount: 900, currency: 'GBP', rate: 0.9 }, euros, 'USD')).toBe(1100)
})

test('a checkout stays open after a declined card, and ends with a payment that fails later', () => {
  expect(stateAfter('open', 'failed', false)).toBe('open')
  expect(stateAfter('open', 'failed', true)).toBe('failed')
  expect(stateAfter('processing', 'failed', false)).toBe('failed')
  expect(stateAfter('closing', 'received', true)).toBe('paid')
  expect(stateAfter('closed', 'processing', true)).toBe('processing')
})

test('only what is sent, unpaid and not rejected can be paid', () => {
  const owed = { balance: 1, payable: 1 }
  const invoice = { status: 'sent', ...owed, approval_status: null, payment_processing: false } as const
  expect(isPayableOnline(invoice)).toBe(true)
  expect(isPayableOnline({ ...invoice, status: 'overdue', approval_status: 'pending' })).toBe(true)
  expect(isPayableOnline({ ...invoice, status: 'draft' })).toBe(false)
  expect(isPayableOnline({ ...invoice, status: 'paid', balance: 0, payable: 0 })).toBe(false)
  expect(isPayableOnline({ ...invoice, approval_status: 'rejected', payable: 0 })).toBe(false)
  expect(isPayableOnline({ ...invoice, approval_status: 'rejected' })).toBe(true)
  expect(isPayableOnline({ ...invoice, approval_status: 'pending', payable: 0 })).toBe(true)
  expect(isPayableOnline({ ...invoice, payment_processing: true })).toBe(false)
})
