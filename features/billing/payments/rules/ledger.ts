import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { netOf, type Totals } from '#core/document-lines.ts'
import { type ExchangeRate, exchange } from '#core/exchange.ts'
import { type MinorUnits, shareOf } from '#core/money.ts'
import type { Payment, PaymentKind, PaymentMethod } from '../contract.ts'

export const methodLabel: Record<PaymentMethod, string> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  cash: 'Cash',
  check: 'Check',
  paypal: 'PayPal',
  other: 'Other',
  online: 'Paid online',
}

export const KIND_LABEL: Record<Exclude<PaymentKind, 'payment'>, string> = {
  refund: 'Refunded',
  dispute: 'Disputed',
  reversal: 'Reversed',
}

/** "Bank transfer", "Paid online", "Refunded" */
export const entryLabel = ({ kind, method }: Pick<Payment, 'kind' | 'method'>): string =>
  kind === 'payment' ? methodLabel[method] : KIND_LABEL[kind]

type Entry = Pick<Payment, 'id' | 'kind' | 'method'>

/** Online payments are refunded instead, and reversed ones stay on record. */
export const isRemovable = (payment: Entry, entries: readonly Entry[]): boolean =>
  payment.kind === 'payment' && payment.method !== 'online' && !isReversed(payment, entries)

/** A payment that was reversed later. */
export const isReversed = (payment: Entry, entries: readonly Entry[]): boolean =>
  entries.some(({ kind, id }) => kind === 'reversal' && id > payment.id)

/**
 * Entries since the last reversal. Those before it come to zero and keep their parts, even if the invoice changes. Online
 * payments may still be refunded, so an invoice that has any is settled as a whole.
 */
export function openEntries<Listed extends Entry>(entries: readonly Listed[]): readonly Listed[] {
  const closed = entries.findLastIndex(({ kind }) => kind === 'reversal') + 1
  return entries.slice(0, closed).some(({ method }) => method === 'online') ? entries : entries.slice(closed)
}

/** The figures of an invoice that payments are apportioned by. */
export interface PayableFigures extends Pick<Totals, 'subtotal' | 'discount_amount' | 'total'> {
  currency: Currency
  /** Null in the home currency. */
  exchange_rate: ExchangeRate | null
}

export type PayableStatus = 'draft' | 'sent' | 'overdue' | 'paid' | 'cancelled'

/** The fields of an invoice that payments depend on. */
export interface Payable extends PayableFigures {
  id: number
  invoice_number: string
  client_name: string
  status: PayableStatus
  amount_paid: MinorUnits
}

/** The fields of an invoice that follow from its payments. */
export interface Settlement {
  status: PayableStatus
  amount_paid: MinorUnits
  home_paid: MinorUnits
  /** Paid online beyond the total, and not refunded. */
  overpaid: MinorUnits
  /** Day of the latest payment; null unless it is paid. */
  paid_on: DateOnly | null
}

export interface Parts {
  net: MinorUnits
  home_amount: MinorUnits
  home_net: MinorUnits
}

/** The amount that counts on the invoice, and the provider's amount beyond it. */
export interface Allocation {
  amount: MinorUnits
  surplus: MinorUnits
}

/**
 * Counts what came through the provider up to `limit`. The rest is surplus, and what goes back to the client is taken from
 * there first. What was entered by hand counts as it is.
 */
export function allocate<Entry extends Allocation & { method: PaymentMethod }>(
  limit: MinorUnits,
  entries: readonly Entry[],
): Entry[] {
  let paid = 0
  let overpaid = 0
  return entries.map((entry) => {
    const whole = entry.amount + entry.surplus
    const counted = entry.method === 'online' ? Math.min(overpaid + whole, Math.max(0, limit - paid)) : whole
    const surplus = whole - counted
    paid += counted
    overpaid += surplus
    return { ...entry, amount: counted, surplus }
  })
}

/** Draft and cancelled invoices ask for nothing, so online payments on them count as surplus. */
export const payableTotal = ({ status, total }: Pick<Payable, 'status' | 'total'>): MinorUnits =>
  status === 'draft' || status === 'cancelled' ? 0 : total

/** An invoice is paid as soon as nothing is left to pay, and sent again if something is. */
export function settlementOf(
  { status, total }: Pick<Payable, 'status' | 'total'>,
  payments: readonly (Allocation & Parts & Pick<Payment, 'kind' | 'paid_on'>)[],
): Settlement {
  const sum = (of: 'amount' | 'home_amount' | 'surplus') =>
    payments.reduce((added, payment) => added + payment[of], 0)
  const amount_paid = sum('amount')
  const isPaid = amount_paid > 0 && amount_paid === total
  const days = payments.filter(({ kind }) => kind === 'payment').map(({ paid_on }) => paid_on)
  return {
    status: isPaid ? 'paid' : status === 'paid' ? 'sent' : status,
    amount_paid,
    home_paid: sum('home_amount'),
    overpaid: sum('surplus'),
    paid_on: isPaid ? (days.toSorted().at(-1) ?? null) : null,
  }
}

/**
 * The net part of each payment, and both in the home currency. What has been paid so far is rounded, and each payment is
 * the difference to the one before: whatever the payments are, they add up to the invoice's own figures.
 */
export function apportion<Paid extends { amount: MinorUnits }>(
  { total, currency, exchange_rate, ...lines }: PayableFigures,
  payments: readonly Paid[],
  home: Currency,
): (Paid & Parts)[] {
  const inHome = (amount: MinorUnits) =>
    exchange_rate === null ? amount : exchange(amount, { from: currency, to: home, rate: exchange_rate })
  let before = { paid: 0, net: 0, home_amount: 0, home_net: 0 }
  return payments.map((payment) => {
    const paid = before.paid + payment.amount
    const net = shareOf(netOf(lines), paid, total)
    const after = { paid, net, home_amount: inHome(paid), home_net: inHome(net) }
    const parts = {
      net: after.net - before.net,
      home_amount: after.home_amount - before.home_amount,
      home_net: after.home_net - before.home_net,
    }
    before = after
    return { ...payment, ...parts }
  })
}
