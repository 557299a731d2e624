import type { Currency } from '#core/currency.ts'
import type { PaymentKind } from '#features/billing/payments/contract.ts'

type Status = 'draft' | 'sent' | 'paid' | 'cancelled'

interface Entry {
  kind: PaymentKind
  /** Money that came in, or went out. */
  whole: number
  written: number
  fee: number
  reversed: boolean
  /** The other invoice of a credit. */
  other: number | null
}

export interface ModelInvoice {
  currency: Currency
  total: number
  status: Status
  entries: Entry[]
}

/** The books of one client as a bookkeeper would keep them: sums of entries, without order and without parts. */
export class LedgerModel {
  readonly invoices: ModelInvoice[]

  constructor(invoices: { currency: Currency; total: number }[]) {
    this.invoices = invoices.map((invoice) => ({ ...invoice, status: 'sent', entries: [] }))
  }

  invoice(index: number): ModelInvoice {
    const invoice = this.invoices[index]
    if (!invoice) throw new Error(`There is no invoice ${index}`)
    return invoice
  }

  received = (index: number): number => sum(this.invoice(index).entries, ({ whole }) => whole)
  writtenOff = (index: number): number => sum(this.invoice(index).entries, ({ written }) => written)
  paid(index: number): number {
    const { status, total } = this.invoice(index)
    const asked = status === 'draft' || status === 'cancelled' ? 0 : total - this.writtenOff(index)
    return Math.min(this.received(index), asked)
  }
  overpaid = (index: number): number => this.received(index) - this.paid(index)
  balance = (index: number): number => this.invoice(index).total - this.paid(index) - this.writtenOff(index)
  credit = (currency: Currency): number =>
    sum([...this.invoices.keys()], (index) =>
      this.invoice(index).currency === currency ? this.overpaid(index) : 0,
    )
  fees = (): number => sum(this.invoices, ({ entries }) => sum(entries, ({ fee }) => fee))

  pay(index: number, amount: number, { fee = 0, asCredit = false } = {}): boolean {
    const { status } = this.invoice(index)
    if (status !== 'sent' && !(status === 'paid' && asCredit)) return false
    if (amount > this.balance(index) && !asCredit) return false
    this.#enter(index, { kind: 'payment', whole: amount, fee })
    return true
  }

  refund(index: number, amount: number): boolean {
    if (amount > this.received(index)) return false
    this.#enter(index, { kind: 'refund', whole: -amount })
    return true
  }

  writeOff(index: number, amount: number): boolean {
    if (this.invoice(index).status !== 'sent' || amount > this.balance(index)) return false
    this.#enter(index, { kind: 'write_off', written: amount })
    return true
  }

  /** From the earliest invoices on. */
  payWithCredit(index: number): boolean {
    const { status, currency } = this.invoice(index)
    const available = this.credit(currency)
    if (status !== 'sent' || available === 0) return false
    let rest = Math.min(available, this.balance(index))
    for (const source of this.invoices.keys()) {
      if (this.invoice(source).currency !== currency) continue
      const taken = Math.min(rest, this.overpaid(source))
      if (taken === 0) continue
      this.#enter(source, { kind: 'credit', whole: -taken, other: index })
      this.#enter(index, { kind: 'credit', whole: taken, other: source })
      rest -= taken
    }
    return true
  }

  reverse(index: number, place: number): boolean {
    const entry = this.invoice(index).entries[place]
    if (!entry || entry.kind === 'reversal' || entry.reversed) return false
    if (entry.kind === 'credit' && entry.whole < 0) return false
    if (this.received(index) - entry.whole < 0) return false
    entry.reversed = true
    const { whole, written, fee } = entry
    this.#enter(index, { kind: 'reversal', whole: -whole, written: -written, fee: -fee })
    if (entry.kind === 'credit') this.#returnCredit(index, entry)
    return true
  }

  setStatus(index: number, status: Status): boolean {
    const invoice = this.invoice(index)
    if (status === invoice.status) return true
    if (status === 'paid') {
      invoice.status = 'sent'
      const left = this.balance(index)
      if (left > 0) this.#enter(index, { kind: 'payment', whole: left })
      this.#settle(index)
      return true
    }
    if (invoice.status === 'paid') return this.#setBack(index, status)
    if (status !== 'sent' && (this.paid(index) > 0 || this.writtenOff(index) > 0)) return false
    invoice.status = status
    this.#settle(index)
    return true
  }

  #setBack(index: number, status: Status): boolean {
    const invoice = this.invoice(index)
    const open = invoice.entries.filter(({ reversed, kind }) => !reversed && kind !== 'reversal')
    if (open.some(({ kind, whole }) => kind === 'credit' && whole < 0)) return false
    const all = { whole: -this.received(index), written: -this.writtenOff(index) }
    const fee = -sum(invoice.entries, (entry) => entry.fee)
    for (const entry of open) entry.reversed = true
    invoice.entries.push({ kind: 'reversal', ...all, fee, reversed: false, other: null })
    invoice.status = status
    this.#settle(index)
    for (const entry of open) if (entry.kind === 'credit') this.#returnCredit(index, entry)
    return true
  }

  #returnCredit(index: number, { other, whole }: Entry): void {
    if (other === null) throw new Error('a credit has no other invoice')
    const moved = this.invoice(other).entries.find(
      (one) => one.kind === 'credit' && one.other === index && one.whole === -whole && !one.reversed,
    )
    if (!moved) throw new Error('a credit is missing')
    moved.reversed = true
    this.#enter(other, { kind: 'reversal', whole })
  }

  #enter(index: number, entry: Partial<Entry> & Pick<Entry, 'kind'>): void {
    const { entries } = this.invoice(index)
    entries.push({ whole: 0, written: 0, fee: 0, reversed: false, other: null, ...entry })
    this.#settle(index)
  }

  #settle(index: number): void {
    const invoice = this.invoice(index)
    if (invoice.status !== 'sent' && invoice.status !== 'paid') return
    invoice.status = this.balance(index) === 0 ? 'paid' : 'sent'
  }
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)
