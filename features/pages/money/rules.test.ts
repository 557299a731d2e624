import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unbilledOfProject } from '#tests/billable-work.ts'
import {
  describeConversion,
  describePart,
  figureOf,
  type InvoicePart,
  type MoneySums,
  type RecurringItems,
  toMoney,
} from './rules.ts'

const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD')
const amount = fc.integer({ min: 1, max: 100_000_000 })
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

const NOVEMBER = { first: '2026-11-01', last: '2026-11-30' }
const inDollars = (rate: number | null) => ({
  home: 'USD',
  rateOf: () => rate,
  month: NOVEMBER,
  today: '2026-11-16',
})

describe('a figure', () => {
  test('is the sum of its parts, says what is in other currencies, and whether a rate is missing', () => {
    const part = fc.record({ currency, amount, home_amount: fc.option(amount), count: fc.nat({ max: 100 }) })
    fc.assert(
      fc.property(fc.array(part), currency, (parts, home) => {
        const figure = figureOf(parts, home)
        expect(figure.amount).toBe(sum(parts.map(({ home_amount }) => home_amount ?? 0)))
        expect(figure.is_complete).toBe(parts.every(({ home_amount }) => home_amount !== null))
        expect(sum(figure.originals.map(({ amount }) => amount))).toBe(
          sum(parts.filter(({ currency }) => currency !== home).map(({ amount }) => amount)),
        )
        expect(figure.originals.some(({ currency }) => currency === home)).toBe(false)
      }),
    )
  })
})

const NOTHING: MoneySums = { unbilled: [], invoices: [], payments: [], recurring: [] }

const invoice: InvoicePart = {
  part: 'unpaid',
  currency: 'USD',
  amount: 300,
  home_amount: 300,
  count: 1,
  oldest: '2026-11-02',
  is_due: true,
}

const hosting: RecurringItems = {
  id: 3,
  client_name: 'Studio North',
  terms_days: null,
  currency: 'USD',
  frequency: 'week',
  start_date: '2026-11-04',
  end_date: null,
  next_date: '2026-11-18',
  subtotal: 1000,
  tax_category: 'standard',
  tax_rate: 19_000,
}

const forecastOf = (sums: Partial<MoneySums>, rate: number | null = null) =>
  toMoney({ ...NOTHING, ...sums }, inDollars(rate)).forecast

describe('the oldest of a part', () => {
  test('is the first day in any currency', () => {
    const later = { ...invoice, currency: 'EUR', oldest: '2026-11-09' }
    const { unpaid, overdue } = toMoney({ ...NOTHING, invoices: [later, invoice] }, inDollars(null))
    expect(unpaid.oldest).toBe('2026-11-02')
    expect(overdue.oldest).toBe(null)
  })
})

describe('the forecast of a month', () => {
  test('is what was paid and all of its parts', () => {
    const payments = [{ currency: 'USD', amount: 50, home_amount: 50, count: 1 }]
    const invoices = [
      invoice,
      { ...invoice, part: 'overdue' as const, amount: 20, home_amount: 20 },
      { ...invoice, part: 'drafts' as const, amount: 7, home_amount: 7 },
      { ...invoice, is_due: false, amount: 4000, home_amount: 4000 },
    ]
    expect(forecastOf({ payments, invoices })).toEqual({
      from: '2026-11-01',
      to: '2026-11-30',
      amount: 377,
      is_complete: true,
      due: { amount: 320, originals: [], is_complete: true },
      drafts: { amount: 7, originals: [], is_complete: true },
      recurring: { amount: 0, originals: [], is_complete: true, invoices: [] },
    })
  })

  test('counts a recurring invoice for each of its dates until the last day, with tax', () => {
    expect(forecastOf({ recurring: [hosting] }).recurring.amount).toBe(2 * 1190)
    expect(forecastOf({ recurring: [{ ...hosting, end_date: '2026-11-20' }] }).recurring.amount).toBe(1190)
    expect(forecastOf({ recurring: [{ ...hosting, next_date: '2026-12-02' }] }).recurring.amount).toBe(0)
    const exempt = { ...hosting, tax_category: 'exempt' as const }
    expect(forecastOf({ recurring: [exempt] }).recurring.amount).toBe(2000)
  })

  test('leaves out a recurring invoice that is due after the last day, and lists the others', () => {
    const within = (terms_days: number, more: Partial<RecurringItems> = {}) =>
      forecastOf({ recurring: [{ ...hosting, terms_days, ...more }] }).recurring
    expect(within(14)).toMatchObject({ amount: 0, invoices: [] })
    expect(within(5)).toMatchObject({
      amount: 2 * 1190,
      invoices: [
        { date: '2026-11-18', due_date: '2026-11-23', client_name: 'Studio North', home_amount: 1190 },
        { date: '2026-11-25', due_date: '2026-11-30', recurring_invoice_id: 3 },
      ],
    })
    // A missed invoice is made today, on the 16th.
    const missed = { next_date: '2026-11-04', end_date: '2026-11-04' }
    expect(within(14, missed)).toMatchObject({ amount: 1190, invoices: [{ due_date: '2026-11-30' }] })
    expect(within(15, missed)).toMatchObject({ amount: 0 })
  })

  test('adds up to the invoices that are listed for it', () => {
    const items = fc.record({ terms_days: fc.option(fc.nat(20)), currency, subtotal: fc.nat(100_000) })
    fc.assert(
      fc.property(fc.array(items), fc.option(fc.constantFrom(0.5, 1.37)), (all, rate) => {
        const recurring = all.map((more) => ({ ...hosting, ...more }))
        const { recurring: part } = forecastOf({ recurring }, rate)
        expect(part.amount).toBe(sum(part.invoices.map(({ home_amount }) => home_amount ?? 0)))
        expect(part.is_complete).toBe(part.invoices.every(({ home_amount }) => home_amount !== null))
      }),
    )
  })

  test('values what is in another currency, and says where a rate is missing', () => {
    const euros = { ...hosting, currency: 'EUR' }
    expect(forecastOf({ recurring: [euros] }, 1.1).recurring).toMatchObject({
      amount: 2 * 1309,
      originals: [{ currency: 'EUR', amount: 2380 }],
      is_complete: true,
    })
    expect(forecastOf({ recurring: [euros] })).toMatchObject({ amount: 0, is_complete: false })
    const notYet = { ...euros, next_date: '2026-12-02' }
    expect(forecastOf({ recurring: [notYet] })).toMatchObject({ amount: 0, is_complete: true })
  })

  test('counts no work that is not billed yet', () => {
    const inHome = { ...unbilledOfProject, currency: 'USD', fees_amount: 9000 }
    expect(forecastOf({ unbilled: [inHome] }).amount).toBe(0)
  })
})

describe('a part in words', () => {
  const part = { amount: 100, originals: [], is_complete: true, count: 3, oldest: '2026-10-30' }
  const described = (more: Partial<typeof part>, name: Parameters<typeof describePart>[1]) =>
    describePart({ ...part, ...more }, name, '2026-11-16')

  test('says how many there are, and how old the oldest is', () => {
    expect(described({ count: 0 }, 'drafts')).toBe('')
    expect(described({}, 'unbilled')).toBe('3 items, oldest from October')
    expect(described({ oldest: '2025-12-30', count: 1 }, 'unbilled')).toBe('1 item, from December 2025')
    expect(described({ oldest: '2026-11-14' }, 'unbilled')).toBe('3 items, oldest 2 days old')
    expect(described({}, 'waiting')).toBe('3 invoices, oldest 17 days old')
    expect(described({ count: 1, oldest: '2026-11-16' }, 'drafts')).toBe('1 invoice, from today')
    expect(described({ count: 2, oldest: '2026-11-16' }, 'drafts')).toBe('2 invoices, all from today')
    expect(described({ count: 1, oldest: '2026-11-15' }, 'overdue')).toBe('1 invoice, 1 day late')
  })

  test('names other currencies, and asks for a rate that is missing', () => {
    const originals = [
      { currency: 'EUR', amount: 130_022 },
      { currency: 'JPY', amount: 500 },
    ]
    expect(describePart({ ...part, originals, is_complete: false }, 'unpaid', '2026-11-16')).toBe(
      '3 invoices, oldest 17 days old, including €1,300.22 and ¥500, exchange rate missing: add it',
    )
    const pounds = { currency: 'GBP' as const, amount: 100 }
    expect(describePart({ ...part, originals: [...originals, pounds] }, 'unpaid', '2026-11-16')).toBe(
      '3 invoices, oldest 17 days old, including 3 other currencies',
    )
    const euros = toMoney({ ...NOTHING, invoices: [{ ...invoice, currency: 'EUR' }] }, inDollars(null))
    expect(describeConversion(euros)).toBe('Other currencies are converted to USD')
    expect(describeConversion(toMoney(NOTHING, inDollars(null)))).toBeNull()
  })
})
