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
  credit: 'Credit',
  refund: 'Refunded',
  dispute: 'Disputed',
  write_off: 'Written off',
  reversal: 'Reversed',
}

/** "Bank transfer", "Paid online", "Refunded" */
export const entryLabel = ({ kind, method }: Pick<Payment, 'kind' | 'method'>): string =>
  kind === 'payment' ? methodLabel[method] : KIND_LABEL[kind]

type Entry = Pick<Payment, 'id' | 'kind' | 'reverses_id' | 'amount' | 'surplus' | 'written_off'>

/** Online payments are refunded instead. */
export const isRemovable = (entry: Entry & Pick<Payment, 'method'>, entries: readonly Entry[]): boolean =>
  entry.kind !== 'reversal' && entry.method !== 'online' && !isReversed(entry, entries)

/** An entry that a later one takes back, alone or with all that were open. */
export const isReversed = ({ id }: Entry, entries: readonly Entry[]): boolean =>
  entries.some(({ kind, reverses_id, id: later }) => {
    if (kind !== 'reversal') return false
    if (reverses_id !== null) return reverses_id === id
    return openEntries(entries.filter((one) => one.id < later)).some((one) => one.id === id)
  })

/** Money that came in or went out with an entry, on this invoice and beyond. */
export const wholeOf = ({ amount, surplus }: Allocation): MinorUnits => amount + surplus

/**
 * Entries since the invoice was last back to nothing. Those before come to zero and keep their parts, even if the invoice
 * changes. An entry with the id `changed` or a later one has no parts yet.
 */
export function openEntries<Listed extends Allocation & { id: number; written_off: MinorUnits }>(
  entries: readonly Listed[],
  changed: number = Number.POSITIVE_INFINITY,
): readonly Listed[] {
  let [paid, writtenOff, closed] = [0, 0, 0]
  for (const [index, entry] of entries.entries()) {
    if (entry.id >= changed) break
    paid += wholeOf(entry)
    writtenOff += entry.written_off
    if (paid === 0 && writtenOff === 0) closed = index + 1
  }
  return entries.slice(closed)
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
  client_id: number
  client_name: string
  status: PayableStatus
  amount_paid: MinorUnits
  written_off: MinorUnits
  /** The part that credit notes take back. */
  credited: MinorUnits
  paid_on: DateOnly | null
}

/** The amount left to pay on an invoice, as in the column `balance`. */
export const balanceOf = ({
  total,
  amount_paid,
  written_off,
  credited,
}: Pick<Payable, 'total' | 'amount_paid' | 'written_off' | 'credited'>): MinorUnits =>
  Math.max(0, total - amount_paid - written_off - credited)

/** The fields of an invoice that follow from its payments. */
export interface Settlement {
  status: PayableStatus
  amount_paid: MinorUnits
  home_paid: MinorUnits
  written_off: MinorUnits
  home_written_off: MinorUnits
  /** Paid beyond what is left after credits, and neither refunded nor used for another invoice. */
  overpaid: MinorUnits
  /** Day of the latest payment; null unless it is paid. */
  paid_on: DateOnly | null
}

export interface Parts {
  net: MinorUnits
  home_amount: MinorUnits
  home_net: MinorUnits
  home_written_off: MinorUnits
  exchange_difference: MinorUnits
}

/** The amount that counts on the invoice, and the amount beyond it. */
export interface Allocation {
  amount: MinorUnits
  surplus: MinorUnits
}

/**
 * Counts what was paid up to `limit`. The rest is surplus, and what goes back to the client is taken from there first.
 */
export function allocate<Entry extends Allocation>(limit: MinorUnits, entries: readonly Entry[]): Entry[] {
  let paid = 0
  let overpaid = 0
  return entries.map((entry) => {
    const whole = wholeOf(entry)
    const counted = Math.min(overpaid + whole, Math.max(0, limit - paid))
    const surplus = whole - counted
    paid += counted
    overpaid += surplus
    return { ...entry, amount: counted, surplus }
  })
}

const isUnbooked = (status: PayableStatus): boolean => status === 'draft' || status === 'cancelled'

/**
 * The amount that payments can count towards. Drafts and cancelled invoices ask for nothing, so payments on them are
 * surplus. Credit notes leave payments as they were received.
 */
export const payableTotal = (
  { status, total }: Pick<Payable, 'status' | 'total'>,
  entries: readonly { written_off: MinorUnits }[],
): MinorUnits =>
  isUnbooked(status) ? 0 : total - entries.reduce((sum, { written_off }) => sum + written_off, 0)

/** Payments of what a credit note took back. */
const creditedExcess = ({
  total,
  credited,
  amount_paid,
  written_off,
}: Pick<Payable, 'total' | 'credited' | 'amount_paid' | 'written_off'>): MinorUnits =>
  credited === 0 ? 0 : Math.max(0, Math.min(amount_paid, amount_paid + written_off + credited - total))

type Settled = Parts & Entry & Pick<Payment, 'paid_on'>

/** `entries` are those that are open. */
export function settlementOf(
  invoice: Pick<Payable, 'status' | 'total' | 'credited' | 'paid_on'>,
  entries: readonly Settled[],
  today: DateOnly,
): Settlement {
  const sum = (of: 'amount' | 'home_amount' | 'surplus' | 'written_off' | 'home_written_off') =>
    entries.reduce((added, entry) => added + entry[of], 0)
  const counted = { amount_paid: sum('amount'), written_off: sum('written_off') }
  const sums = {
    ...counted,
    home_paid: sum('home_amount'),
    home_written_off: sum('home_written_off'),
    overpaid: sum('surplus') + creditedExcess({ ...invoice, ...counted }),
  }
  const days = entries
    .filter((entry) => PAYING.has(entry.kind) && !isReversed(entry, entries))
    .map(({ paid_on }) => paid_on)
  const day = days.toSorted().at(-1) ?? invoice.paid_on ?? today
  return { ...sums, ...statusAfter({ ...invoice, ...sums }, day) }
}

const PAYING = new Set<PaymentKind>(['payment', 'credit', 'write_off'])

/** An issued invoice is paid as soon as nothing is left to pay, and sent again if something is. One that was credited and never paid is cancelled. */
function statusAfter(
  invoice: Pick<Payable, 'status' | 'total' | 'amount_paid' | 'written_off' | 'credited'>,
  day: DateOnly,
): Pick<Settlement, 'status' | 'paid_on'> {
  const { status, credited, total, amount_paid } = invoice
  if (credited > 0 && credited === total && amount_paid === 0) return { status: 'cancelled', paid_on: null }
  const isPaid = !isUnbooked(status) && balanceOf(invoice) === 0
  return { status: isPaid ? 'paid' : status === 'paid' ? 'sent' : status, paid_on: isPaid ? day : null }
}

interface Apportionable extends Partial<Allocation> {
  amount: MinorUnits
  written_off?: MinorUnits
  fee?: MinorUnits
  received?: MinorUnits | null
}

/**
 * The net part of each entry, and both in the home currency. What has been settled so far is rounded, and each entry is
 * the difference to the one before: whatever the entries are, they add up to the invoice's own figures. What was written
 * off has no net part, since it is no revenue.
 */
export function apportion<Entry extends Apportionable>(
  { total, currency, exchange_rate, ...lines }: PayableFigures,
  entries: readonly Entry[],
  home: Currency,
): (Entry & Parts)[] {
  const inHome = (amount: MinorUnits) =>
    exchange_rate === null ? amount : exchange(amount, { from: currency, to: home, rate: exchange_rate })
  let before = { settled: 0, net: 0, home: 0, home_net: 0 }
  const settleNext = (amount: MinorUnits) => {
    const settled = before.settled + amount
    const net = shareOf(netOf(lines), settled, total)
    const after = { settled, net, home: inHome(settled), home_net: inHome(net) }
    const parts = {
      net: after.net - before.net,
      home_amount: after.home - before.home,
      home_net: after.home_net - before.home_net,
    }
    before = after
    return parts
  }
  return entries.map((entry) => {
    const parts = settleNext(entry.amount)
    const { written_off = 0, received = null, fee = 0, surplus = 0 } = entry
    const home_written_off = settleNext(written_off).home_amount
    const exchange_difference = received === null ? 0 : received + fee - parts.home_amount - inHome(surplus)
    return { ...entry, ...parts, home_written_off, exchange_difference }
  })
}
