import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { netOf } from '#core/document-lines.ts'
import { exchange } from '#core/exchange.ts'
import type { PaymentMethod } from '../contract.ts'
import { allocate, apportion } from './ledger.ts'

const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD')

/** An invoice and payments that come to its total, or to a part of it. */
const paidInvoice = fc
  .record({
    subtotal: fc.integer({ min: 1, max: 10_000_000 }),
    discount: fc.nat(),
    tax: fc.integer({ min: 0, max: 2_500_000 }),
    currency,
    home: currency,
    rate: fc.integer({ min: 1, max: 10 ** 12 }).map((scaled) => scaled / 10 ** 10),
    cuts: fc.array(fc.nat(), { maxLength: 8 }),
    paysAll: fc.boolean(),
  })
  .map(({ subtotal, discount, tax, currency, home, rate, cuts, paysAll }) => {
    const discount_amount = discount % subtotal
    const total = subtotal - discount_amount + tax
    const ends = [...new Set([...cuts.map((cut) => cut % total), ...(paysAll ? [total] : [])])]
    const sorted = ends.filter((end) => end > 0).toSorted((one, other) => one - other)
    const payments = sorted.map((end, index) => ({ amount: end - (sorted[index - 1] ?? 0) }))
    const exchange_rate = currency === home ? null : rate
    return { invoice: { subtotal, discount_amount, total, currency, exchange_rate }, home, payments, paysAll }
  })

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

describe('the parts of payments', () => {
  test('add up to the invoice exactly, however it is paid', () => {
    fc.assert(
      fc.property(paidInvoice, ({ invoice, home, payments, paysAll }) => {
        fc.pre(paysAll)
        const parts = apportion(invoice, payments, home)
        const inHome = (amount: number) =>
          invoice.exchange_rate === null
            ? amount
            : exchange(amount, { from: invoice.currency, to: home, rate: invoice.exchange_rate })
        expect(sum(parts.map(({ net }) => net))).toBe(netOf(invoice))
        expect(sum(parts.map(({ home_amount }) => home_amount))).toBe(inHome(invoice.total))
        expect(sum(parts.map(({ home_net }) => home_net))).toBe(inHome(netOf(invoice)))
      }),
    )
  })

  test('of earlier payments stay as they are when another comes', () => {
    fc.assert(
      fc.property(paidInvoice, ({ invoice, home, payments }) => {
        const all = apportion(invoice, payments, home)
        expect(apportion(invoice, payments.slice(0, -1), home)).toEqual(all.slice(0, -1))
      }),
    )
  })

  test('are never more than what was paid, and never negative', () => {
    fc.assert(
      fc.property(paidInvoice, ({ invoice, home, payments }) => {
        for (const { amount, net, home_net, home_amount } of apportion(invoice, payments, home)) {
          expect(net).toBeGreaterThanOrEqual(0)
          expect(net).toBeLessThanOrEqual(amount + 1)
          expect(home_net).toBeGreaterThanOrEqual(0)
          expect(home_amount).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

describe('what was paid online', () => {
  const online = (amount: number) => ({ amount, surplus: 0, method: 'online' as PaymentMethod })
  const byHand = (amount: number) => ({ amount, surplus: 0, method: 'cash' as PaymentMethod })
  const countedOf = (limit: number, entries: Parameters<typeof allocate>[1]) =>
    allocate(limit, entries).map(({ amount, surplus }) => [amount, surplus])

  test('counts up to what the invoice asks for', () => {
    expect(countedOf(100, [online(100)])).toEqual([[100, 0]])
    expect(countedOf(100, [byHand(60), online(100)])).toEqual([
      [60, 0],
      [40, 60],
    ])
    expect(countedOf(0, [online(100)])).toEqual([[0, 100]])
  })

  test('is refunded from the surplus first', () => {
    expect(countedOf(100, [byHand(60), online(100), online(-60), online(-30)])).toEqual([
      [60, 0],
      [40, 60],
      [0, -60],
      [-30, 0],
    ])
  })

  test('keeps what counted before it was refunded', () => {
    expect(countedOf(100, [online(100), online(-60), byHand(60)])).toEqual([
      [100, 0],
      [-60, 0],
      [60, 0],
    ])
  })

  const entry = fc.record({
    method: fc.constantFrom<PaymentMethod>('online', 'cash'),
    share: fc.integer({ min: -100, max: 100 }),
  })

  test('never exceeds the invoice, is never lost, and never goes below nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.array(entry), (limit, drafts) => {
        const entries: { amount: number; surplus: number; method: PaymentMethod }[] = []
        for (const { method, share } of drafts) {
          const paid = sum(allocate(limit, entries).map(({ amount }) => amount))
          const received = sum(entries.filter((one) => one.method === 'online').map(({ amount }) => amount))
          const most = method === 'cash' ? limit - paid : share < 0 ? received : 2 * limit
          const amount = Math.trunc(((method === 'cash' ? Math.abs(share) : share) / 100) * most)
          if (amount !== 0) entries.push({ amount, surplus: 0, method })
        }
        const allocated = allocate(limit, entries)
        allocated.forEach((one, index) => {
          expect(one.amount + one.surplus).toBe(entries[index]?.amount)
          const soFar = allocated.slice(0, index + 1)
          expect(sum(soFar.map(({ amount }) => amount))).toBeGreaterThanOrEqual(0)
          expect(sum(soFar.map(({ amount }) => amount))).toBeLessThanOrEqual(limit)
          expect(sum(soFar.map(({ surplus }) => surplus))).toBeGreaterThanOrEqual(0)
        })
        expect(allocate(limit, allocated)).toEqual(allocated)
      }),
    )
  })
})
