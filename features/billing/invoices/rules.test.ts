import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_DISCOUNT, totalsOf, Unit, withAmount } from '#core/document-lines.ts'
import { exchange } from '#core/exchange.ts'
import { amountOf } from '#core/money.ts'
import { type Invoice, InvoiceStatus } from './contract/invoice.ts'
import * as rules from './rules.ts'

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
    expect(rules.invoiceNumber(number)).toBe(text)
  })

  test('is never that of another invoice', () => {
    const number = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(number, number, (a, b) => a === b || rules.invoiceNumber(a) !== rules.invoiceNumber(b)),
    )
  })
})

describe('overdue', () => {
  test('begins the day after the due date', () => {
    const sent = { status: 'sent', due_date: '2026-11-15', total: 1 } as const
    expect(rules.statusAt('2026-11-14', sent)).toBe('sent')
    expect(rules.statusAt('2026-11-15', sent)).toBe('sent')
    expect(rules.statusAt('2026-11-16', sent)).toBe('overdue')
    expect(rules.statusAt('2026-11-16', { ...sent, total: 0 })).toBe('sent')
  })

  test('is what only a sent invoice becomes by itself, and nothing else changes', () => {
    fc.assert(
      fc.property(day, status, maybeDay, fc.nat(1), (today, stored, due_date, total) => {
        const late = due_date !== null && due_date < today && total > 0
        const reads = rules.statusAt(today, { status: stored, due_date, total })
        expect(reads).toBe(stored === 'sent' && late ? 'overdue' : stored)
      }),
    )
  })

  test('stays so on every later day', () => {
    fc.assert(
      fc.property(day, day, day, (a, b, due_date) => {
        const [earlier = a, later = b] = [a, b].toSorted()
        const sent = { status: 'sent', due_date, total: 1 } as const
        const before = rules.statusAt(earlier, sent)
        return before !== 'overdue' || rules.statusAt(later, sent) === 'overdue'
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
    expect(rules.mayChangeItems(stored)).toBe(may)
  })

  test('tax and dates of a locked invoice, only together with the change that unlocks it', () => {
    fc.assert(
      fc.property(status, status, (before, after) => {
        const locked = (one: InvoiceStatus) => one === 'paid' || one === 'cancelled'
        expect(rules.mayChangeTerms(before, after)).toBe(!(locked(before) && locked(after)))
      }),
    )
  })

  test('the message names the status and what to do', () => {
    expect(rules.lockedMessage('paid').title).toContain('paid')
    expect(rules.lockedMessage('cancelled').advice).toContain('status')
  })
})

describe('the day of payment', () => {
  test('is the one chosen; else set by paying, kept by paying again; cleared by anything else', () => {
    fc.assert(
      fc.property(status, maybeDay, status, maybeDay, day, (before, paid_on, after, choice, today) => {
        const chosen = choice ?? undefined
        const stored = { status: before, paid_on: before === 'paid' ? (paid_on ?? '2026-01-01') : null }
        const next = rules.nextPaidOn(stored, { status: after, paid_on: chosen }, today)
        if (after !== 'paid') expect(next).toBeNull()
        else expect(next).toBe(chosen ?? (before === 'paid' ? stored.paid_on : today))
      }),
    )
  })
})

describe('a decision', () => {
  const approval = fc.option(fc.constantFrom('pending', 'approved', 'rejected'))

  test('is open on what was sent and is undecided, and only then shown as pending', () => {
    fc.assert(
      fc.property(status, approval, (reads, approval_status) => {
        const invoice = { status: reads, approval_status }
        const open = ['sent', 'overdue'].includes(reads) && approval_status !== 'approved'
        expect(rules.awaitsDecision(invoice)).toBe(open && approval_status !== 'rejected')
        if (rules.approvalToShow(invoice) === 'pending') expect(rules.awaitsDecision(invoice)).toBe(true)
      }),
    )
  })

  test('that does not know the notes is not changed by them', () => {
    const terms = {
      ...NO_DISCOUNT,
      ...{ invoice_number: 'INV-0001', issue_date: '2026-11-01', due_date: null, tax_rate: 0 },
      ...{ service_from: null, service_to: null, tax_category: 'standard' as const },
    }
    const invoice = {
      ...terms,
      currency: 'USD',
      subtotal: 0,
      tax_amount: 0,
      total: 0,
      items: [],
      notes: 'Pay to DE1',
    }
    const { notes, ...without } = invoice
    expect(rules.differences(without, invoice)).toEqual([])
    expect(rules.differences({ ...without, notes: '' }, invoice)).toEqual([
      { what: 'Notes', before: null, after: notes },
    ])
  })

  test('names the amounts of each side in its own currency', () => {
    const invoice = {
      ...NO_DISCOUNT,
      ...{ invoice_number: 'INV-0001', issue_date: '2026-11-01', due_date: null, tax_rate: 0, notes: '' },
      ...{ service_from: null, service_to: null, tax_category: 'standard' as const },
      ...{ currency: 'JPY', subtotal: 99, tax_amount: 0, total: 99 },
      items: [{ id: 1, description: 'Design', quantity: 100, unit: '' as const, rate: 99, amount: 99 }],
    }
    const decided = {
      ...invoice,
      ...{ currency: 'USD', subtotal: 9900, total: 9900 },
      items: [{ id: 1, description: 'Design', quantity: 100, unit: '' as const, rate: 9900, amount: 9900 }],
    }
    expect(rules.differences(decided, invoice)).toEqual([
      { what: 'Item', before: 'Design: 1 × $99.00 = $99.00', after: 'Design: 1 × ¥99 = ¥99' },
      { what: 'Total', before: '$99.00', after: '¥99' },
    ])
  })
})

describe('an optimistic update', () => {
  const item = fc.record({
    id: fc.integer({ min: 1 }),
    description: fc.string(),
    unit: fc.constantFrom(...Unit.options),
    quantity: fc.integer({ min: 10, max: 100_000 }),
    rate: fc.integer({ min: 0, max: 1_000_000 }),
  })

  test('equals the server’s result', () => {
    fc.assert(
      fc.property(fc.array(item), fc.integer({ min: 0, max: 10_000 }), (lines, tax_rate) => {
        const terms = {
          ...NO_DISCOUNT,
          tax_rate,
          currency: 'EUR',
          home_currency: 'JPY',
          exchange_rate: 161.5,
        }
        const invoice = terms as Invoice
        const shown = rules.withItems(
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

describe('what has been paid', () => {
  const invoice = fc.record({ status, total: fc.nat(), part: fc.nat() }).map(({ status, total, part }) => ({
    status,
    total,
    amount_paid: status === 'paid' ? total : total && part % total,
  }))

  test('is everything once an invoice is paid, and nothing once it no longer is', () => {
    fc.assert(
      fc.property(invoice, status, (before, after) => {
        const { amount_paid, balance } = rules.paidAt(before, after)
        expect(amount_paid + balance).toBe(before.total)
        if (after === 'paid') expect(balance).toBe(0)
        else expect(amount_paid).toBe(before.status === 'paid' ? 0 : before.amount_paid)
      }),
    )
  })

  test('is a part while something is left to pay', () => {
    expect(rules.isPartlyPaid({ amount_paid: 0, balance: 100 })).toBe(false)
    expect(rules.isPartlyPaid({ amount_paid: 40, balance: 60 })).toBe(true)
    expect(rules.isPartlyPaid({ amount_paid: 100, balance: 0 })).toBe(false)
  })

  test('can grow while the client owes something', () => {
    fc.assert(
      fc.property(status, fc.nat(), (status, balance) => {
        expect(rules.isPayable({ status, balance })).toBe(
          balance > 0 && (status === 'sent' || status === 'overdue'),
        )
      }),
    )
  })
})

test.each([
  [750, 'hours', 750, null],
  [700, 'hours', 750, '7.50 h logged, 7 h billed'],
  [50, 'days', 400, '4 h logged, 0.50 days billed'],
  [100, 'days', 800, '8 h logged, 1 day billed'],
  [100, '', 800, '8 h logged'],
  [100, '', null, null],
] as const)('%d %s for %s logged hours reads %s', (quantity, unit, logged_hours, note) => {
  expect(rules.loggedNote({ quantity, unit, logged_hours })).toBe(note)
})
