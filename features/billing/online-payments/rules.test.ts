import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesOf, isPayableOnline, noticeOf, returnNotice, stateAfter } from './rules.ts'

const ON = { timeZone: 'America/New_York', today: '2026-11-16', wasProcessing: false }
const payment = {
  id: 'pi_1',
  state: 'received',
  received: 120_000,
  receivedAt: new Date('2026-11-01T03:30:00Z'),
  description: 'Visa 4242',
  reductions: [],
} as const

describe('the entries of a payment', () => {
  test("are on the account's own days, also in the night of a clock change and at the end of a year", () => {
    expect(entriesOf(payment, ON)).toMatchObject([{ kind: 'payment', paid_on: '2026-10-31' }])
    const at = new Date('2027-01-01T04:59:59Z')
    const refunded = { ...payment, reductions: [{ kind: 'refund' as const, id: 're_1', amount: 1, at }] }
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

test('the freelancer is told what happened, and what to do', () => {
  const invoice = {
    invoice_number: 'INV-0007',
    client_name: 'Jonas Pine',
    currency: 'USD',
    balance: 0,
    overpaid: 0,
  }
  const text = (notice: { paragraphs: string[] }) => notice.paragraphs.join(' ')
  const entry = { amount: 70_000, surplus: 50_000 }
  expect(text(noticeOf({ ...invoice, overpaid: 50_000 }, { ...entry, kind: 'payment' }, 'en-US'))).toBe(
    'Jonas Pine paid $1,200.00 online for invoice INV-0007. This is $500.00 more than was left to pay. Please refund it in Stripe, or agree with the client on what to do with it. The invoice is paid in full.',
  )
  const back = { amount: -20_000, surplus: 0 }
  expect(noticeOf({ ...invoice, balance: 20_000 }, { ...back, kind: 'refund' }, 'en-US').subject).toBe(
    '$200.00 of invoice INV-0007 was refunded',
  )
  expect(text(noticeOf(invoice, { ...back, kind: 'dispute' }, 'en-US'))).toContain('disputes $200.00')
  expect(returnNotice(invoice, 'dispute', 'en-US').heading).toBe('Dispute won')
  expect(returnNotice(invoice, 'refund', 'en-US').heading).toBe('Refund failed')
})
