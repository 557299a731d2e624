import type { Currency } from '#core/currency.ts'
import { exchanged, type ModelRate, share, sum } from './exact.ts'
import {
  balance,
  credited,
  isCreditedInFull,
  isFixed,
  isUnbooked,
  Ledger,
  type ModelInvoice,
  type ModelNote,
  type ModelStatus,
  overpaid,
  paid,
  type Terms,
  totalOf,
  totalsOf,
  writtenOff,
} from './ledger.ts'
import { type ModelLine, type ModelTime, type Rounding, timeLines } from './work.ts'

type NewInvoice = Pick<
  ModelInvoice,
  'id' | 'client' | 'project' | 'currency' | 'exchangeRate' | 'issued' | 'due'
> &
  Terms

/** The books of an account as a bookkeeper would keep them, in exact arithmetic. */
export class Books {
  readonly home: Currency
  readonly isFinal: boolean
  readonly ledger: Ledger
  readonly invoices: ModelInvoice[] = []
  readonly time: ModelTime[] = []
  /** The rates that new invoices would start with. */
  readonly rates = new Map<Currency, ModelRate>()
  rounding: Rounding = { minutes: 0, mode: 'nearest' }

  constructor(home: Currency, isFinal: boolean, today: string) {
    this.home = home
    this.isFinal = isFinal
    this.ledger = new Ledger(home, today)
  }

  get today(): string {
    return this.ledger.today
  }

  unbilled = (): ModelTime[] => this.time.filter(({ isBillable, isBilled }) => isBillable && !isBilled)

  /** In each project and currency: equal to an invoice with one line for each rate. */
  unbilledSums(work = this.unbilled()) {
    const lines = timeLines(work, 'project', this.rounding)
    return [...Map.groupBy(lines, ({ project }) => project)].map(([project, ofProject]) => {
      if (!project) throw new Error('time has no project')
      const amount = sum(ofProject, (line) => line.amount)
      const rate = this.rates.get(project.currency)
      const known = project.currency === this.home ? null : rate
      const homeAmount =
        known === undefined && amount > 0
          ? null
          : exchanged(amount, project.currency, this.home, known ?? null)
      return { project, amount, homeAmount, work: ofProject.flatMap((line) => line.work) }
    })
  }

  create(invoice: NewInvoice): ModelInvoice {
    const created: ModelInvoice = {
      ...invoice,
      status: 'draft',
      wasIssued: false,
      isSealed: false,
      cancelledOn: null,
      notes: [],
      entries: [],
      closed: 0,
    }
    if (invoice.exchangeRate !== null) this.rates.set(invoice.currency, invoice.exchangeRate)
    this.invoices.push(created)
    this.#claim(created)
    return created
  }

  remove(invoice: ModelInvoice, outcome: 'deleted' | 'cancelled'): void {
    this.#release(invoice)
    if (outcome === 'deleted') this.invoices.splice(this.invoices.indexOf(invoice), 1)
    else this.#set(invoice, 'cancelled')
  }

  /** Before it is paid or cancelled, an invoice that is not final can change, but not below what was settled. */
  change(invoice: ModelInvoice, terms: Partial<Terms>): boolean {
    const after = { ...invoice, ...terms }
    if (!terms.lines && sameTerms(invoice, after)) return true
    if (isFixed(invoice) || invoice.status === 'paid' || invoice.status === 'cancelled') return false
    const { subtotal, discount, total } = totalsOf(after)
    if (discount > subtotal || total < writtenOff(invoice)) return false
    if (this.ledger.isShortened(invoice, after)) return false
    Object.assign(invoice, terms)
    this.ledger.settle(invoice)
    return true
  }

  setStatus(invoice: ModelInvoice, status: ModelStatus): boolean {
    if (status === invoice.status) return true
    if (isFixed(invoice)) {
      if (invoice.status === 'cancelled' || isCreditedInFull(invoice)) return false
      if (status === 'cancelled') return totalOf(invoice) > 0 && this.creditRest(invoice) !== null
      if (status === 'draft') return false
    }
    if (invoice.status === 'cancelled' && !this.#claim(invoice)) return false
    if (invoice.status === 'paid') {
      if (!this.ledger.reverseAll(invoice)) return false
    } else if ((status === 'draft' || status === 'cancelled') && (paid(invoice) || writtenOff(invoice)))
      return false
    if (status === 'cancelled') this.#release(invoice)
    this.#set(invoice, status === 'paid' ? 'sent' : status)
    if (status === 'paid' && balance(invoice) > 0) this.ledger.pay(invoice, balance(invoice))
    return true
  }

  #set(invoice: ModelInvoice, status: ModelStatus): void {
    invoice.status = status
    this.ledger.settle(invoice)
    if (isUnbooked(invoice)) return
    invoice.wasIssued = true
    invoice.isSealed ||= this.isFinal
  }

  isCreditable = (invoice: ModelInvoice): boolean =>
    !isUnbooked(invoice) && credited(invoice) < totalOf(invoice)

  /** Everything that is not credited yet. */
  creditRest = (invoice: ModelInvoice): ModelNote | null =>
    this.credit(invoice, totalsOf(invoice).subtotal - sum(invoice.notes, ({ subtotal }) => subtotal))

  /** Discount and tax are what the rounded shares of all credits grow by. Null if it is refused. */
  credit(invoice: ModelInvoice, subtotal: number, id = 0): ModelNote | null {
    const note = this.noteOf(invoice, subtotal)
    if (!note) return null
    const before = this.ledger.inHome(credited(invoice), invoice)
    const homeTotal = this.ledger.inHome(credited(invoice) + note.total, invoice) - before
    const sent = { ...note, homeTotal, id }
    this.ledger.limitWriteOffs(invoice, totalOf(invoice) - credited(invoice) - note.total)
    invoice.notes.push(sent)
    this.ledger.settle(invoice)
    if (isCreditedInFull(invoice)) this.#release(invoice)
    return sent
  }

  noteOf(invoice: ModelInvoice, subtotal: number): ModelNote | null {
    const whole = totalsOf(invoice)
    const until = subtotal + sum(invoice.notes, (note) => note.subtotal)
    if (!this.isCreditable(invoice) || until > whole.subtotal) return null
    const discount =
      share(whole.discount, until, whole.subtotal) - sum(invoice.notes, (note) => note.discount)
    const tax = share(whole.tax, until, whole.subtotal) - sum(invoice.notes, (note) => note.tax)
    const total = subtotal - discount + tax
    return total === 0 ? null : { id: 0, day: this.today, subtotal, discount, tax, total, homeTotal: 0 }
  }

  /** Null if it is refused. */
  correct(invoice: ModelInvoice): NewInvoice | null {
    const days = invoice.due === null ? null : daysBetween(invoice.issued, invoice.due)
    if (!this.creditRest(invoice)) return null
    const due = days === null ? null : addDays(this.today, days)
    return {
      ...invoice,
      issued: this.today,
      due,
      lines: invoice.lines.map((line) => ({ ...line })),
    }
  }

  creditOfClient = (client: number, currency: Currency): number =>
    sum(
      this.invoices.filter((invoice) => invoice.client === client && invoice.currency === currency),
      overpaid,
    )

  /** The client's debt in the end: negative for credit. */
  owed = (invoice: ModelInvoice): number => (isUnbooked(invoice) ? 0 : balance(invoice)) - overpaid(invoice)

  isOverdue = ({ status, due }: ModelInvoice): boolean =>
    status === 'sent' && due !== null && due < this.today

  /** False if another invoice bills its work by now. */
  #claim({ lines }: ModelInvoice): boolean {
    const work = lines.flatMap((line: ModelLine) => line.work)
    if (work.some(({ isBilled }) => isBilled)) return false
    for (const time of work) time.isBilled = true
    return true
  }

  #release({ lines }: ModelInvoice): void {
    for (const time of lines.flatMap(({ work }) => work)) time.isBilled = false
  }
}

const sameTerms = (before: Terms, after: Terms): boolean =>
  before.taxRate === after.taxRate && JSON.stringify(before.discount) === JSON.stringify(after.discount)

const DAY = 86_400_000

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY

/** Movements of the account of a client: what was asked for, taken back, received and written off, by day. */
export function movementsOf(invoice: ModelInvoice): { day: string; type: string; amount: number }[] {
  const { status, wasIssued, issued, cancelledOn, notes, entries } = invoice
  if (!wasIssued) return []
  const total = totalOf(invoice)
  const rest = credited(invoice) - total
  const cancelled = cancelledOn && cancelledOn > issued ? cancelledOn : issued
  return [
    ...(status === 'draft' ? [] : [{ day: issued, type: 'invoice', amount: total }]),
    ...(status === 'cancelled' && rest < 0 ? [{ day: cancelled, type: 'cancellation', amount: rest }] : []),
    ...notes.map((note) => ({ day: note.day, type: 'credit_note', amount: -note.total })),
    ...entries.map(({ day, whole }) => ({ day, type: 'payment', amount: -whole })),
    ...entries.map(({ day, written }) => ({ day, type: 'write_off', amount: -written })),
  ].filter(({ type, amount }) => type === 'invoice' || amount !== 0)
}
