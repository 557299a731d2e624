import { expect } from 'vitest'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { firstOf } from '#tests/lists.ts'
import type { Body, Person } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { addDays, Books } from './books.ts'
import { type ModelRate, share, units } from './exact.ts'
import { CURRENCIES, type History, type Step, type TermsStep } from './history.ts'
import { type ModelInvoice, type Terms, totalOf, totalsOf } from './ledger.ts'
import { inHours, loggedSeconds, type ModelLine, type ModelProject, timeLines } from './work.ts'

const START = '2026-09-20'

const SELLER = { name: 'Ada Müller', country: 'PT', tax_id: 'PT501964843', email: 'ada@example.com' }
const BUYER = { country: 'DE', email: 'north@example.com', approval_required: false }

type Of<Name extends Step['do']> = Extract<Step, { do: Name }>

/** Takes each step of a history by the API and in the model. Both have to allow or refuse it. */
export class Replay {
  readonly ada: Person
  readonly books: Books
  readonly clients: number[]
  readonly projects: ModelProject[]
  readonly #rates: number[]
  #created = 0

  constructor(ada: Person, books: Books, clients: number[], projects: ModelProject[], rates: number[]) {
    this.ada = ada
    this.books = books
    this.clients = clients
    this.projects = projects
    this.#rates = rates
  }

  static async open({ home, isFinal, projects: wanted, rates }: History): Promise<Replay> {
    await setClock(`${START}T12:00:00Z`)
    const ada = await signIn('Ada')
    await givePlan(ada, 'professional')
    await ada.call(businessApi.update, { body: { ...SELLER, currency: home, issued_is_final: isFinal } })
    const clients: number[] = []
    for (const name of ['Studio North', 'Studio South'])
      clients.push((await ada.call(clientsApi.create, { body: { name, ...BUYER } })).id)
    const projects: ModelProject[] = []
    for (const [place, { client: of, currency, rate, isDaily }] of wanted.entries()) {
      const [client, name] = [clients[of] ?? 0, `Project ${place}`]
      const price = units(rate, currency)
      const billing = isDaily
        ? { billing: 'daily' as const, daily_rate: price }
        : { billing: 'hourly' as const, hourly_rate: price }
      const body = { name, client_id: client, currency, ...billing }
      const { id } = await ada.call(projectsApi.create, { body })
      projects.push({ id, name, client, currency, rate, per: isDaily ? 28_800 : 3600 })
    }
    return new Replay(ada, new Books(home, isFinal, START), clients, projects, rates)
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'log':
        return this.#log(step)
      case 'round': {
        this.books.rounding = step
        const body = { time_rounding_minutes: step.minutes, time_rounding_mode: step.mode }
        await this.ada.call(businessApi.update, { body })
        return
      }
      case 'bill':
        return this.#bill(step)
      case 'enter':
        return this.#enter(step)
      case 'wait':
        return this.#wait(step.days)
      default: {
        const { invoices } = this.books
        const invoice = invoices[step.invoice % (invoices.length || 1)]
        if (invoice) await this.#change(invoice, step)
      }
    }
  }

  async #wait(days: number): Promise<void> {
    this.books.ledger.today = addDays(this.books.today, days)
    const { clock } = await sharedApp()
    clock.set(`${this.books.today}T12:00:00Z`)
  }

  async #log({ project: place, seconds, daysBack, description, isBillable, rate }: Of<'log'>): Promise<void> {
    const project = this.projects[place % this.projects.length] ?? firstOf(this.projects)
    const day = addDays(this.books.today, -daysBack)
    const body = {
      project_id: project.id,
      description,
      date: day,
      hours: inHours(seconds),
      is_billable: isBillable,
      ...(rate !== null && { rate: units(rate, project.currency) }),
    }
    const { id, hours } = await this.ada.call(timeEntriesApi.create, { body })
    expect(hours).toBe(inHours(seconds))
    const { rate: usual, per } = project
    const entry = { id, project, description, day, seconds, rate: rate ?? usual, per, isBillable }
    this.books.time.push({ ...entry, isBilled: false })
  }

  async #bill({ project: place, others, most, groupBy, terms, isSent }: Of<'bill'>): Promise<void> {
    const { books } = this
    const first = this.projects[place % this.projects.length] ?? firstOf(this.projects)
    const isBilled = (project: ModelProject) =>
      project === first || (others && project.client === first.client && project.currency === first.currency)
    const work = books
      .unbilled()
      .filter(({ project }) => isBilled(project))
      .slice(0, most)
    if (work.length === 0) return
    const projects = new Set(work.map(({ project }) => project))
    const lines = timeLines(work, groupBy, books.rounding)
    await this.#create(
      { client: first.client, currency: first.currency, project: projects.size === 1 ? first : null },
      lines,
      terms,
      { bill: { time_entry_ids: work.map(({ id }) => id), group_by: groupBy } },
      isSent,
    )
  }

  async #enter({ client, currency, lines: entered, terms, isSent }: Of<'enter'>): Promise<void> {
    const of = this.clients[client % this.clients.length] ?? 0
    const project = this.projects.find((one) => one.client === of && one.currency === currency) ?? null
    const lines = entered.map(({ quantity, rate }) => ({
      id: 0,
      quantity,
      rate,
      amount: share(rate, quantity, 10_000),
      project: null,
      work: [],
    }))
    const items = entered.map(({ quantity, rate }) => ({
      description: 'Work',
      quantity: quantity / 10_000,
      rate: units(rate, currency),
    }))
    const more = { items, project_id: project?.id ?? null, currency }
    await this.#create({ client: of, currency, project }, lines, terms, more, isSent)
  }

  async #create(
    of: Pick<ModelInvoice, 'client' | 'currency' | 'project'>,
    lines: ModelLine[],
    terms: TermsStep,
    more: object,
    isSent: boolean,
  ): Promise<void> {
    const { books } = this
    const exchangeRate = this.#nextRate(of.currency)
    const [issued, due] = [books.today, terms.dueIn === null ? null : addDays(books.today, terms.dueIn)]
    const { body: entered, ...agreed } = this.#terms(lines, terms, of.currency)
    const invoice = await this.ada.call(invoicesApi.create, {
      body: {
        client_id: of.client,
        issue_date: issued,
        due_date: due,
        ...entered,
        ...(exchangeRate !== null && { exchange_rate: exchangeRate / 10_000 }),
        ...more,
      },
    })
    const named = { ...of, id: invoice.id, issued, due, exchangeRate }
    const created = books.create({ ...named, ...agreed, lines: inOrder(lines, invoice) })
    if (isSent) await this.#setStatus(created, { status: 'sent', isUndone: false })
  }

  #nextRate(currency: string): ModelRate {
    if (currency === this.books.home) return null
    const place = CURRENCIES.indexOf(currency)
    return this.#rates[2 * place + (this.#created++ % 2)] ?? null
  }

  #terms(lines: ModelLine[], { taxRate, discount: { kind, size } }: TermsStep, currency: string) {
    const { subtotal } = totalsOf({ lines, taxRate: 0, discount: { amount: 0 } })
    const amount = kind === 'amount' ? Math.floor((subtotal * size) / 1000) : 0
    const discount: Terms['discount'] = kind === 'percent' ? { percent: size } : { amount }
    const off =
      kind === 'percent'
        ? { discount_percent: size / 100 }
        : { discount_percent: null, discount_amount: units(amount, currency) }
    return { taxRate, discount, body: { tax_rate: taxRate / 1000, ...off } }
  }

  async #change(
    invoice: ModelInvoice,
    step: Exclude<Step, { do: 'log' | 'round' | 'bill' | 'enter' | 'wait' }>,
  ): Promise<void> {
    const { ada, books } = this
    const { ledger } = books
    const params = { id: invoice.id }
    const { currency } = invoice
    const amountOf = (share: number) => Math.max(1, Math.floor((totalOf(invoice) * share) / 1000))
    const paidOn = (days: number) => addDays(books.today, -days)
    switch (step.do) {
      case 'pay': {
        const [amount, day] = [amountOf(step.share), paidOn(step.daysBack)]
        const received = currency === books.home ? null : step.received
        const { fee, asCredit } = step
        const body = {
          amount: units(amount, currency),
          paid_on: day,
          fee: units(fee, books.home),
          excess_as_credit: asCredit,
          ...(received !== null && { received: units(received, books.home) }),
        }
        const answer = await ada.try(invoicesApi.recordPayment, { params, body })
        return agree(ledger.pay(invoice, amount, { day, fee, received, asCredit }), answer, () =>
          this.#seal(invoice),
        )
      }
      case 'refund': {
        const [amount, paid_on] = [amountOf(step.share), paidOn(step.daysBack)]
        const body = { amount: units(amount, currency), paid_on }
        const answer = await ada.try(invoicesApi.recordRefund, { params, body })
        return agree(ledger.refund(invoice, amount, paid_on), answer)
      }
      case 'writeOff': {
        const [amount, paid_on] = [amountOf(step.share), paidOn(step.daysBack)]
        const body = { amount: units(amount, currency), paid_on, reason: 'Insolvent' }
        const answer = await ada.try(invoicesApi.writeOff, { params, body })
        return agree(ledger.writeOff(invoice, amount, paid_on), answer)
      }
      case 'payWithCredit': {
        const answer = await ada.try(invoicesApi.payWithCredit, { params, body: {} })
        return agree(ledger.payWithCredit(invoice, books.invoices), answer)
      }
      case 'reverse': {
        const { payments } = await ada.call(invoicesApi.payments, { params })
        const paymentId = payments[step.place]?.id ?? 0
        const answer = await ada.try(invoicesApi.removePayment, { params: { ...params, paymentId } })
        if (answer.ok && step.isUndone) return this.#undo(answer.body.removal_id)
        return agree(ledger.reverse(invoice, step.place), answer)
      }
      case 'setStatus':
        return this.#setStatus(invoice, step)
      case 'credit':
        return this.#credit(invoice, step)
      case 'correct': {
        const answer = await ada.try(creditNotesApi.correct, { params, body: { reason: 'Wrong' } })
        const copy = books.correct(invoice)
        agree(copy !== null, answer)
        if (!answer.ok || !copy) return
        const { credit_note, invoice: copied } = answer.body
        firstOf(invoice.notes.slice(-1)).id = credit_note.id
        books.create({
          ...copy,
          id: copied.id,
          lines: copy.lines.map((line, place) => ({ ...line, id: copied.items[place]?.id ?? 0 })),
        })
        return
      }
      case 'remove': {
        const answer = await ada.try(invoicesApi.remove, { params })
        agree(invoice.status === 'draft', answer)
        if (!answer.ok) return
        if (step.isUndone) return this.#undo(answer.body.removal_id)
        books.remove(invoice, answer.body.outcome)
        return
      }
      case 'changeTerms': {
        const { body, ...terms } = this.#terms(invoice.lines, step.terms, currency)
        return agree(books.change(invoice, terms), await ada.try(invoicesApi.update, { params, body }))
      }
      case 'changeLine':
        return this.#changeLine(invoice, step)
    }
  }

  async #changeLine(invoice: ModelInvoice, { line: place, to }: Of<'changeLine'>): Promise<void> {
    const line = invoice.lines[place % invoice.lines.length]
    if (!line) return
    const { quantity, rate } = to ?? line
    const isSame = quantity === line.quantity && rate === line.rate
    // Too little to be entered, as time may be.
    if (quantity < 1000) return
    const after = { ...line, quantity, rate, amount: isSame ? line.amount : share(rate, quantity, 10_000) }
    const body = {
      description: 'Changed',
      quantity: quantity / 10_000,
      rate: units(rate, invoice.currency),
    }
    const params = { id: invoice.id, itemId: line.id }
    const answer = await this.ada.try(invoicesApi.updateItem, { params, body })
    const lines = invoice.lines.map((one) => (one === line ? after : one))
    agree(this.books.change(invoice, { lines }), answer)
  }

  /** Final invoices are issued in the order of their dates. */
  async #setStatus(
    invoice: ModelInvoice,
    { status, isUndone }: Pick<Of<'setStatus'>, 'status' | 'isUndone'>,
  ): Promise<void> {
    const { books, ada } = this
    const isIssued = invoice.status === 'draft' && (status === 'sent' || status === 'paid')
    const isDated = isIssued && books.isFinal
    const dates = { issue_date: books.today, due_date: invoice.due && later(invoice.due, books.today) }
    const body = { status, ...(isDated && dates) }
    const answer = await ada.try(invoicesApi.update, { params: { id: invoice.id }, body })
    if (answer.ok && isUndone && answer.body.removal_id !== undefined)
      return this.#undo(answer.body.removal_id)
    const notes = invoice.notes.length
    agree(books.setStatus(invoice, status), answer)
    if (answer.ok && isDated) Object.assign(invoice, { issued: dates.issue_date, due: dates.due_date })
    if (invoice.notes.length === notes) return
    const [note] = await ada.call(creditNotesApi.list, { query: { invoice_id: invoice.id } })
    firstOf(invoice.notes.slice(-1)).id = note?.id ?? 0
  }

  #seal(invoice: ModelInvoice): void {
    invoice.isSealed ||= this.books.isFinal
  }

  async #credit(
    invoice: ModelInvoice,
    { of, line: place, share: part, isSent }: Of<'credit'>,
  ): Promise<void> {
    const { ada, books } = this
    const { currency, lines, notes } = invoice
    const line = lines[place % (lines.length || 1)]
    const { subtotal } = totalsOf(invoice)
    const amount = Math.max(1, Math.floor(((of === 'line' ? (line?.amount ?? 0) : subtotal) * part) / 1000))
    const entered = { description: 'Credit', quantity: 1, rate: units(amount, currency) }
    const items =
      of === 'all' ? undefined : [{ ...entered, ...(of === 'line' && { item_id: line?.id ?? null }) }]
    const body = { reason: 'Wrong', ...(items && { items }) }
    const answer = await ada.try(creditNotesApi.create, { params: { id: invoice.id }, body })
    const taken = of === 'all' ? subtotal - notes.reduce((sum, note) => sum + note.subtotal, 0) : amount
    const expected = books.noteOf(invoice, taken)
    // The model does not know which lines were credited; together they cannot exceed the invoice in any case.
    if (!answer.ok && expected && of === 'line') return expect(answer.status).toBe(409)
    agree(expected !== null, answer)
    if (!answer.ok || !isSent) return
    const params = { id: answer.body.id }
    await ada.call(creditNotesApi.send, { params, body: { mail: false } })
    books.credit(invoice, taken, answer.body.id)
  }

  /** The model stays as it was. */
  async #undo(id: number): Promise<void> {
    await this.ada.call(removalsApi.undo, { params: { id } })
  }
}

const later = (one: string, other: string): string => (one > other ? one : other)

function agree(
  isAllowed: boolean,
  { ok, status, body }: Pick<Answer, 'ok' | 'status' | 'body'>,
  then?: () => void,
) {
  expect({ ok, ...(ok !== isAllowed && { status, body }) }).toEqual({ ok: isAllowed })
  if (!ok) expect([400, 404, 409]).toContain(status)
  else then?.()
}

interface Answer {
  ok: boolean
  status: number
  body: unknown
}

type CreatedInvoice = Body<typeof invoicesApi.create>

/** The lines in the order of the items that bill them, with their ids. */
function inOrder(lines: readonly ModelLine[], { items, currency }: CreatedInvoice): ModelLine[] {
  const rest = [...lines]
  const isSeveral = new Set(lines.map(({ project }) => project)).size > 1
  const ordered = items.map(({ id, description, quantity, rate, amount, work }) => {
    const place = rest.findIndex(
      (line) =>
        line.quantity / 10_000 === quantity &&
        units(line.rate, currency) === rate &&
        units(line.amount, currency) === amount &&
        (work === null || inHours(loggedSeconds(line.work)) === work.logged_hours) &&
        (!isSeveral || line.project === null || description.includes(line.project.name)),
    )
    const [line] = place < 0 ? [] : rest.splice(place, 1)
    if (!line) throw new Error(`No line is ${quantity} × ${rate} = ${amount}, but ${JSON.stringify(lines)}`)
    return { ...line, id }
  })
  expect(rest).toEqual([])
  return ordered
}
