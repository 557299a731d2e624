import type { Currency } from '#core/currency.ts'
import type { PaymentKind } from '#features/billing/payments/contract.ts'
import { exchanged, type ModelRate, share, sum } from './exact.ts'
import type { ModelLine, ModelProject } from './work.ts'

export type ModelStatus = 'draft' | 'sent' | 'paid' | 'cancelled'

/** The value of an entry in the books. */
interface Parts {
  /** On the invoice; the rest of the whole is credit of the client. */
  amount: number
  homeAmount: number
  homeNet: number
  homeWritten: number
  exchangeDifference: number
}

const NOTHING: Parts = { amount: 0, homeAmount: 0, homeNet: 0, homeWritten: 0, exchangeDifference: 0 }

export interface ModelEntry extends Parts {
  kind: PaymentKind
  day: string
  /** Money that came in, or went out. */
  whole: number
  written: number
  fee: number
  received: number | null
  reversed: boolean
  /** The other invoice of a credit. */
  other: ModelInvoice | null
}

export interface ModelNote {
  id: number
  day: string
  subtotal: number
  discount: number
  tax: number
  total: number
  homeTotal: number
}

export interface ModelInvoice {
  id: number
  client: number
  project: ModelProject | null
  currency: Currency
  exchangeRate: ModelRate
  issued: string
  due: string | null
  lines: ModelLine[]
  /** In thousandths of a percent. */
  taxRate: number
  /** In hundredths of a percent, or an amount. */
  discount: { percent: number } | { amount: number }
  status: ModelStatus
  wasIssued: boolean
  isSealed: boolean
  cancelledOn: string | null
  notes: ModelNote[]
  entries: ModelEntry[]
  /** Entries that come to nothing and keep their parts. */
  closed: number
}

export interface ModelTotals {
  subtotal: number
  discount: number
  net: number
  tax: number
  total: number
}

/** Each amount is rounded once: the discount of the subtotal, and the tax of what is left. */
export function totalsOf({ lines, discount, taxRate }: Terms): ModelTotals {
  const subtotal = sum(lines, ({ amount }) => amount)
  const off = 'percent' in discount ? share(subtotal, discount.percent, 10_000) : discount.amount
  const net = subtotal - off
  const tax = share(net, taxRate, 100_000)
  return { subtotal, discount: off, net, tax, total: net + tax }
}

export type Terms = Pick<ModelInvoice, 'lines' | 'discount' | 'taxRate'>

export const totalOf = (invoice: Terms): number => totalsOf(invoice).total
export const credited = ({ notes }: ModelInvoice): number => sum(notes, ({ total }) => total)
export const received = ({ entries }: ModelInvoice): number => sum(entries, ({ whole }) => whole)
export const writtenOff = ({ entries }: ModelInvoice): number => sum(entries, ({ written }) => written)
export const isUnbooked = ({ status }: ModelInvoice): boolean => status === 'draft' || status === 'cancelled'
export const isFixed = (invoice: ModelInvoice): boolean => invoice.isSealed || credited(invoice) > 0
export const isCreditedInFull = (invoice: ModelInvoice): boolean =>
  credited(invoice) > 0 && credited(invoice) === totalOf(invoice)

/** Payments count up to what was invoiced and is not written off, whatever was credited since. */
const countable = (invoice: ModelInvoice): number =>
  isUnbooked(invoice) ? 0 : totalOf(invoice) - writtenOff(invoice)

export const paid = (invoice: ModelInvoice): number => Math.min(received(invoice), countable(invoice))

/** Money beyond what the client has to pay in the end. */
export function overpaid(invoice: ModelInvoice): number {
  const asked = isUnbooked(invoice) ? 0 : countable(invoice) - credited(invoice)
  return received(invoice) - Math.max(0, Math.min(received(invoice), asked))
}

export const balance = (invoice: ModelInvoice): number =>
  Math.max(0, totalOf(invoice) - paid(invoice) - writtenOff(invoice) - credited(invoice))

export class Ledger {
  readonly home: Currency
  today: string

  constructor(home: Currency, today: string) {
    this.home = home
    this.today = today
  }

  inHome = (amount: number, { currency, exchangeRate }: ModelInvoice): number =>
    exchanged(amount, currency, this.home, exchangeRate)

  homeTotal = (invoice: ModelInvoice): number => this.inHome(totalOf(invoice), invoice)
  homePaid = ({ entries }: ModelInvoice): number => sum(entries, ({ homeAmount }) => homeAmount)
  /** The rest of the total after all that was settled, so that nothing is left in the end. */
  homeBalance(invoice: ModelInvoice): number {
    if (balance(invoice) === 0) return 0
    const written = sum(invoice.entries, ({ homeWritten }) => homeWritten)
    const taken = sum(invoice.notes, ({ homeTotal }) => homeTotal)
    return this.homeTotal(invoice) - this.homePaid(invoice) - written - taken
  }

  pay(
    invoice: ModelInvoice,
    amount: number,
    { day = this.today, fee = 0, received = null as number | null, asCredit = false } = {},
  ): boolean {
    const { status } = invoice
    if (status !== 'sent' && !(status === 'paid' && asCredit)) return false
    if (amount > balance(invoice) && !asCredit) return false
    this.#enter(invoice, { kind: 'payment', whole: amount, fee, received, day })
    return true
  }

  refund(invoice: ModelInvoice, amount: number, day: string): boolean {
    if (amount > received(invoice)) return false
    this.#enter(invoice, { kind: 'refund', whole: -amount, day })
    return true
  }

  writeOff(invoice: ModelInvoice, amount: number, day: string): boolean {
    if (invoice.status !== 'sent' || amount > balance(invoice)) return false
    this.#enter(invoice, { kind: 'write_off', written: amount, day })
    return true
  }

  /** From the earliest of the other invoices on. */
  payWithCredit(invoice: ModelInvoice, others: readonly ModelInvoice[]): boolean {
    const sources = others.filter(
      (other) => other !== invoice && other.client === invoice.client && other.currency === invoice.currency,
    )
    if (invoice.status !== 'sent' || sum(sources, overpaid) === 0) return false
    let rest = Math.min(sum(sources, overpaid), balance(invoice))
    for (const source of sources.toSorted((a, b) => a.id - b.id)) {
      const taken = Math.min(rest, overpaid(source))
      if (taken === 0) continue
      this.#enter(source, { kind: 'credit', whole: -taken, other: invoice })
      this.#enter(invoice, { kind: 'credit', whole: taken, other: source })
      rest -= taken
    }
    return true
  }

  reverse(invoice: ModelInvoice, place: number): boolean {
    const entry = invoice.entries[place]
    if (!entry || entry.kind === 'reversal' || entry.reversed) return false
    if (entry.kind === 'credit' && entry.whole < 0) return false
    if (received(invoice) - entry.whole < 0) return false
    entry.reversed = true
    const { whole, written, fee, received: arrived } = entry
    const back = { whole: -whole, written: -written, fee: -fee, received: arrived === null ? null : -arrived }
    this.#enter(invoice, { kind: 'reversal', ...back })
    if (entry.kind === 'credit') this.#returnCredit(invoice, entry)
    return true
  }

  /** Takes back all that was entered, each part of it exactly. */
  reverseAll(invoice: ModelInvoice): boolean {
    const { entries, closed } = invoice
    const open = entries.slice(closed)
    const kept = open.filter(({ kind, reversed }) => kind !== 'reversal' && !reversed)
    if (kept.some(({ kind, whole }) => kind === 'credit' && whole < 0)) return false
    if (open.length === 0) return true
    const minus = (of: (entry: ModelEntry) => number) => -sum(open, of)
    for (const entry of kept) entry.reversed = true
    entries.push({
      kind: 'reversal',
      day: this.today,
      whole: minus(({ whole }) => whole),
      written: minus(({ written }) => written),
      fee: minus(({ fee }) => fee),
      received: null,
      reversed: false,
      other: null,
      amount: minus(({ amount }) => amount),
      homeAmount: minus(({ homeAmount }) => homeAmount),
      homeNet: minus(({ homeNet }) => homeNet),
      homeWritten: minus(({ homeWritten }) => homeWritten),
      exchangeDifference: minus(({ exchangeDifference }) => exchangeDifference),
    })
    invoice.closed = entries.length
    for (const entry of kept) if (entry.kind === 'credit') this.#returnCredit(invoice, entry)
    return true
  }

  /** A credit takes back what was never owed, so no more than the rest stays written off; the latest goes first. */
  limitWriteOffs(invoice: ModelInvoice, most: number): void {
    let excess = writtenOff(invoice) - most
    const entries = invoice.entries.filter(({ kind, reversed }) => kind === 'write_off' && !reversed)
    for (const entry of entries.toReversed()) {
      if (excess <= 0) return
      const rest = Math.max(0, entry.written - excess)
      excess -= entry.written - rest
      entry.reversed = true
      this.#enter(invoice, { kind: 'reversal', written: -entry.written })
      if (rest > 0) this.#enter(invoice, { kind: 'write_off', written: rest })
    }
  }

  #returnCredit(invoice: ModelInvoice, { other: source, whole }: ModelEntry): void {
    const moved = source?.entries.find(
      (one) => one.kind === 'credit' && one.other === invoice && one.whole === -whole && !one.reversed,
    )
    if (!source || !moved) throw new Error('a credit is missing')
    moved.reversed = true
    this.#enter(source, { kind: 'reversal', whole })
  }

  #enter(invoice: ModelInvoice, entry: Partial<ModelEntry> & Pick<ModelEntry, 'kind'>): void {
    const empty = { whole: 0, written: 0, fee: 0, received: null, reversed: false, other: null }
    invoice.entries.push({ ...empty, ...NOTHING, day: this.today, ...entry })
    this.settle(invoice)
    if (received(invoice) === 0 && writtenOff(invoice) === 0) invoice.closed = invoice.entries.length
  }

  /** The status and the parts of all entries that follow from the sums. */
  settle(invoice: ModelInvoice): void {
    const { status } = invoice
    this.#apportion(invoice)
    if (isCreditedInFull(invoice) && paid(invoice) === 0) invoice.status = 'cancelled'
    else if (status === 'sent' || status === 'paid') {
      invoice.status = balance(invoice) === 0 ? 'paid' : 'sent'
    }
    if (invoice.status !== 'cancelled') invoice.cancelledOn = null
    else invoice.cancelledOn ??= this.today
  }

  /** Figures are rounded for all that is settled so far, and an entry has what they grow by. Written off is no revenue. */
  #apportion(invoice: ModelInvoice): void {
    const { net, total } = totalsOf(invoice)
    const most = countable(invoice)
    let [whole, written, settled] = [0, 0, 0]
    const home = (amount: number) => this.inHome(amount, invoice)
    const homeNet = (amount: number) => home(share(net, amount, total))
    for (const entry of invoice.entries.slice(invoice.closed)) {
      const before = Math.min(whole, most)
      whole += entry.whole
      const after = Math.min(whole, most) + written
      entry.amount = Math.min(whole, most) - before
      entry.homeAmount = home(after) - home(settled)
      entry.homeNet = homeNet(after) - homeNet(settled)
      written += entry.written
      settled = Math.min(whole, most) + written
      entry.homeWritten = home(settled) - home(after)
      const surplus = home(entry.whole - entry.amount)
      entry.exchangeDifference =
        entry.received === null ? 0 : entry.received + entry.fee - entry.homeAmount - surplus
    }
  }

  /** True if a payment would count for less than before, as on an invoice that comes to less. */
  isShortened(before: ModelInvoice, after: ModelInvoice): boolean {
    const surpluses = (invoice: ModelInvoice) => {
      let whole = 0
      return invoice.entries.slice(invoice.closed).map((entry) => {
        const [start, most] = [Math.min(whole, countable(invoice)), countable(invoice)]
        whole += entry.whole
        return entry.kind === 'payment' ? entry.whole - (Math.min(whole, most) - start) : 0
      })
    }
    const shorter = surpluses(after)
    return surpluses(before).some((surplus, place) => (shorter[place] ?? 0) > surplus)
  }
}
