import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvoiceStatus } from '../contract/invoice.ts'
import {
  invoiceNumber,
  isPartlyPaid,
  isPayable,
  lockedMessage,
  mayChangeItems,
  mayChangeTerms,
  nextPaidOn,
  paidAt,
  statusAt,
} from './status.ts'

const status = fc.constantFrom(...InvoiceStatus.options)
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const maybeDay = fc.option(day)

describe('a number', () => {
  test.each([
    [1, 'INV-0001'],
    [42, 'INV-0042'],
    [9999, 'INV-9999'],
    [10_000, 'INV-10000'],
  ])('%i is %s', (number, text) => {
    expect(invoiceNumber(number)).toBe(text)
  })

  test('is never that of another invoice', () => {
    const number = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(fc.property(number, number, (a, b) => a === b || invoiceNumber(a) !== invoiceNumber(b)))
  })
})

describe('overdue', () => {
  test('begins the day after the due date', () => {
    const sent = { status: 'sent', due_date: '2026-11-15', number: 1 } as const
    expect(statusAt('2026-11-14', sent)).toBe('sent')
    expect(statusAt('2026-11-15', sent)).toBe('sent')
    expect(statusAt('2026-11-16', sent)).toBe('overdue')
    expect(statusAt('2026-11-16', { ...sent, number: null })).toBe('sent')
  })

  test('is what only a sent invoice becomes by itself, and nothing else changes', () => {
    fc.assert(
      fc.property(day, status, maybeDay, (today, stored, due_date) => {
        const late = due_date !== null && due_date < today
        const reads = statusAt(today, { status: stored, due_date, number: 1 })
        expect(reads).toBe(stored === 'sent' && late ? 'overdue' : stored)
      }),
    )
  })

  test('stays so on every later day', () => {
    fc.assert(
      fc.property(day, day, day, (a, b, due_date) => {
        const [earlier = a, later = b] = [a, b].toSorted()
        const sent = { status: 'sent', due_date, total: 1, number: 1 } as const
        const before = statusAt(earlier, sent)
        return before !== 'overdue' || statusAt(later, sent) === 'overdue'
      }),
    )
  })
})

describe('changes by status', () => {
  test.each([
    ['draft', true],
    ['sent', true],
    ['overdue', true],
    ['paid', false],
    ['cancelled', false],
  ] as const)('the items of a %s invoice: %s', (stored, may) => {
    expect(mayChangeItems(stored)).toBe(may)
  })

  test('tax and dates of a locked invoice, only together with the change that unlocks it', () => {
    fc.assert(
      fc.property(status, status, (before, after) => {
        const locked = (one: InvoiceStatus) => one === 'paid' || one === 'cancelled'
        expect(mayChangeTerms(before, after)).toBe(!(locked(before) && locked(after)))
      }),
    )
  })

  test('the message names the status and what to do', () => {
    expect(lockedMessage('paid').title).toContain('paid')
    expect(lockedMessage('cancelled').advice).toContain('status')
  })
})

describe('the day of payment', () => {
  test('is the one chosen; else set by paying, kept by paying again; cleared by anything else', () => {
    fc.assert(
      fc.property(status, maybeDay, status, maybeDay, day, (before, paid_on, after, choice, today) => {
        const chosen = choice ?? undefined
        const stored = { status: before, paid_on: before === 'paid' ? (paid_on ?? '2026-01-01') : null }
        const next = nextPaidOn(stored, { status: after, paid_on: chosen }, today)
        if (after !== 'paid') expect(next).toBeNull()
        else expect(next).toBe(chosen ?? (before === 'paid' ? stored.paid_on : today))
      }),
    )
  })
})

describe('what has been paid', () => {
  const invoice = fc
    .record({ status, total: fc.nat(), part: fc.nat(), rest: fc.nat() })
    .map(({ status, total, part, rest }) => {
      const written_off = total && part % total
      const left = total - written_off
      const amount_paid = status === 'paid' ? left : left && rest % left
      return { status, total, written_off, credited: 0, amount_paid }
    })

  test('is everything once an invoice is paid, and nothing once it no longer is', () => {
    fc.assert(
      fc.property(invoice, status, (before, after) => {
        const { amount_paid, written_off, balance } = paidAt(before, after)
        expect(amount_paid + written_off + balance).toBe(before.total)
        if (after === 'paid') expect(balance).toBe(0)
        else expect(amount_paid).toBe(before.status === 'paid' ? 0 : before.amount_paid)
      }),
    )
  })

  test('is a part while something is left to pay', () => {
    expect(isPartlyPaid({ amount_paid: 0, balance: 100 })).toBe(false)
    expect(isPartlyPaid({ amount_paid: 40, balance: 60 })).toBe(true)
    expect(isPartlyPaid({ amount_paid: 100, balance: 0 })).toBe(false)
  })

  test('can grow while the client owes something', () => {
    fc.assert(
      fc.property(status, fc.nat(), (status, balance) => {
        expect(isPayable({ status, balance })).toBe(
          balance > 0 && (status === 'sent' || status === 'overdue'),
        )
      }),
    )
  })
})
