import { expect } from 'vitest'
import type { Currency } from '#core/currency.ts'
import { billableWorkApi } from '#features/billing/billable-work/contract.ts'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { moneyApi } from '#features/pages/money/contract.ts'
import { movementsOf } from './books.ts'
import { exchanged, sum, units } from './exact.ts'
import { balance, credited, type ModelInvoice, overpaid, paid, totalsOf, writtenOff } from './ledger.ts'
import type { Replay } from './replay.ts'
import { billedSeconds, inHours, loggedSeconds, type ModelTime } from './work.ts'

/** The figures of all invoices, as the list states them. */
export async function compareInvoices({ ada, books }: Replay): Promise<void> {
  const found = await ada.call(invoicesApi.list, { query: { limit: 500 } })
  expect(found.map(({ id }) => id).toSorted(byNumber)).toEqual(
    books.invoices.map(({ id }) => id).toSorted(byNumber),
  )
  for (const invoice of books.invoices) {
    const { currency } = invoice
    const { subtotal, tax, total } = totalsOf(invoice)
    const money = (amount: number) => units(amount, currency)
    expect(found.find(({ id }) => id === invoice.id)).toMatchObject({
      status: books.isOverdue(invoice) ? 'overdue' : invoice.status,
      currency,
      subtotal: money(subtotal),
      tax_rate: invoice.taxRate / 1000,
      tax_amount: money(tax),
      total: money(total),
      home_total: units(books.ledger.homeTotal(invoice), books.home),
      amount_paid: money(paid(invoice)),
      written_off: money(writtenOff(invoice)),
      credited: money(credited(invoice)),
      balance: money(balance(invoice)),
    })
  }
}

const byNumber = (a: number, b: number): number => a - b

/** Everything that pages state about all invoices and all work together. */
export async function comparePages(replay: Replay): Promise<void> {
  for (const invoice of replay.books.invoices) await compareInvoice(replay, invoice)
  await compareUnbilled(replay)
  await compareMoney(replay, undefined)
  await compareDashboard(replay)
  for (const client of replay.clients) {
    await compareMoney(replay, client)
    await compareClient(replay, client)
    await compareStatement(replay, client, '2026-01-01')
    await compareStatement(replay, client, replay.books.today.slice(0, 8).concat('01'))
  }
  for (const { id } of replay.projects) await compareProject(replay, id)
}

async function compareInvoice({ ada, books }: Replay, invoice: ModelInvoice): Promise<void> {
  const { id, currency } = invoice
  const money = (amount: number) => units(amount, currency)
  const found = await ada.call(invoicesApi.get, { params: { id } })
  const others = books.creditOfClient(invoice.client, currency) - overpaid(invoice)
  expect(found).toMatchObject({
    discount_amount: money(totalsOf(invoice).discount),
    overpaid: money(overpaid(invoice)),
    client_credit: money(others),
    items: invoice.lines.map((line) => ({
      id: line.id,
      quantity: line.quantity / 10_000,
      rate: money(line.rate),
      amount: money(line.amount),
      work: line.work.length === 0 ? null : { logged_hours: inHours(loggedSeconds(line.work)) },
    })),
  })
  const ledger = await ada.call(invoicesApi.payments, { params: { id } })
  expect(ledger.payments).toMatchObject(
    invoice.entries.map((entry) => ({
      kind: entry.kind,
      paid_on: entry.day,
      amount: money(entry.amount),
      surplus: money(entry.whole - entry.amount),
      written_off: money(entry.written),
      fee: units(entry.fee, books.home),
      exchange_difference: units(entry.exchangeDifference, books.home),
    })),
  )
  const query = { invoice_id: id, status: 'sent' as const }
  const notes = await ada.call(creditNotesApi.list, { query })
  const own = notes.filter(({ invoice_id }) => invoice_id === id).toReversed()
  expect(own).toMatchObject(
    invoice.notes.map(({ id, day, subtotal, discount, tax, total, homeTotal }) => ({
      id,
      issue_date: day,
      subtotal: money(subtotal),
      discount_amount: money(discount),
      tax_amount: money(tax),
      total: money(total),
      home_total: units(homeTotal, books.home),
    })),
  )
  for (const { items, subtotal } of own)
    expect(sum(items, ({ amount }) => Math.round(amount * 1000))).toBe(Math.round(subtotal * 1000))
}

interface Sums {
  sums: { currency: Currency; count: number; hours: number; amount: number }[]
}

/** Work that is not billed: in lists and sums, of all, of a client and of a project. */
async function compareUnbilled({ ada, books, clients, projects }: Replay): Promise<void> {
  const compareSums = ({ sums }: Sums, work: ModelTime[]) => {
    const inCurrencies = Map.groupBy(books.unbilledSums(work), ({ project }) => project.currency)
    expect(byCurrency(sums)).toEqual(
      byCurrency(
        [...inCurrencies].map(([currency, parts]) => ({
          currency,
          count: sum(parts, (part) => part.work.length),
          hours: inHours(sum(parts, (part) => loggedSeconds(part.work))),
          amount: units(
            sum(parts, ({ amount }) => amount),
            currency,
          ),
        })),
      ),
    )
  }
  const filters = [
    {},
    ...clients.map((client_id) => ({ client_id })),
    ...projects.map(({ id: project_id }) => ({ project_id })),
  ]
  for (const query of filters) {
    const work = books.unbilled().filter(({ project }) => isOf(project, query))
    const summedUp = await ada.call(billableWorkApi.unbilledSums, { query })
    compareSums(summedUp, work)
    const homes = books.unbilledSums(work).map(({ homeAmount }) => homeAmount)
    expect(summedUp).toMatchObject({
      home_amount: units(
        sum(homes, (amount) => amount ?? 0),
        books.home,
      ),
      is_complete: !homes.includes(null),
    })
    const listed = await ada.call(billableWorkApi.unbilled, { query })
    compareSums(listed, work)
    for (const { time, currency } of listed.projects) {
      for (const { id, hours, billed_hours, rate } of time) {
        const entry = work.find((one) => one.id === id)
        if (!entry) throw new Error(`Time ${id} is billed`)
        expect({ hours, billed_hours, rate }).toEqual({
          hours: inHours(entry.seconds),
          billed_hours: inHours(billedSeconds(entry, books.rounding)),
          rate: units(entry.rate, currency),
        })
      }
    }
  }
}

const isOf = (
  { id, client }: { id: number; client: number },
  { client_id, project_id }: { client_id?: number; project_id?: number },
): boolean => (!client_id || client === client_id) && (!project_id || id === project_id)

const byCurrency = <Sum extends { currency: Currency; amount: number }>(sums: readonly Sum[]): Sum[] =>
  sums.toSorted((a, b) => a.currency.localeCompare(b.currency))

/** A figure in the home currency, with its parts in others. */
interface Figure {
  amount: number
  originals: { currency: Currency; amount: number }[]
  count: number
}

interface Part {
  currency: Currency
  amount: number
  home: number
  count?: number
}

function figureOf(replay: Replay, parts: Part[]) {
  const { home } = replay.books
  const others = Map.groupBy(
    parts.filter(({ currency }) => currency !== home),
    ({ currency }) => currency,
  )
  return {
    amount: units(
      sum(parts, (part) => part.home),
      home,
    ),
    originals: withAmounts(
      [...others].map(([currency, those]) => ({
        currency,
        amount: units(
          sum(those, ({ amount }) => amount),
          currency,
        ),
      })),
    ),
    count: sum(parts, ({ count = 1 }) => count),
  }
}

const withAmounts = (originals: Figure['originals']): Figure['originals'] =>
  byCurrency(originals.filter(({ amount }) => amount !== 0))

const stated = ({ amount, originals, count }: Figure) => ({
  amount,
  originals: withAmounts(originals),
  count,
})

/** The parts that figures of money are made of, for all clients or one. */
function partsOf({ books }: Replay, client: number | undefined) {
  const invoices = books.invoices.filter((invoice) => client === undefined || invoice.client === client)
  const left = (invoice: ModelInvoice): Part => ({
    currency: invoice.currency,
    amount: balance(invoice),
    home: books.ledger.homeBalance(invoice),
  })
  const work = books.unbilled().filter(({ project }) => client === undefined || project.client === client)
  const paidSince = (first: string) =>
    invoices.flatMap(({ currency, entries }) =>
      entries
        .filter(({ day }) => day >= first)
        .map(({ amount, homeAmount }) => ({ currency, amount, home: homeAmount })),
    )
  return {
    invoices,
    paidSince,
    unbilled: books.unbilledSums(work).map(({ project, amount, homeAmount, work: those }) => ({
      currency: project.currency,
      amount,
      home: homeAmount ?? 0,
      count: those.length,
    })),
    drafts: invoices.filter(({ status }) => status === 'draft').map(left),
    open: invoices.filter(({ status }) => status === 'sent').map(left),
    overdue: invoices.filter(books.isOverdue).map(left),
    unpaid: invoices.filter((one) => one.status === 'sent' && !books.isOverdue(one)).map(left),
    credit: invoices
      .filter((invoice) => overpaid(invoice) > 0)
      .map((invoice) => ({
        currency: invoice.currency,
        amount: overpaid(invoice),
        home: exchanged(overpaid(invoice), invoice.currency, books.home, invoice.exchangeRate),
      })),
  }
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

async function compareMoney(replay: Replay, client: number | undefined): Promise<void> {
  const { ada, books } = replay
  const found = await ada.call(moneyApi.money, { query: client ? { client_id: client } : {} })
  const parts = partsOf(replay, client)
  const paidNow = parts.paidSince(firstOfMonth(books.today))
  const lastDay = lastOfMonth(books.today)
  const due = parts.invoices
    .filter((one) => (one.status === 'sent' || one.status === 'draft') && (one.due ?? '') <= lastDay)
    .map((invoice) => books.ledger.homeBalance(invoice))
  expect({
    unbilled: stated(found.unbilled),
    drafts: stated(found.drafts),
    waiting: stated(found.waiting),
    unpaid: stated(found.unpaid),
    overdue: stated(found.overdue),
    paid_this_month: stated(found.paid_this_month),
    forecast: found.forecast.amount,
  }).toEqual({
    unbilled: figureOf(replay, parts.unbilled),
    drafts: figureOf(replay, parts.drafts),
    waiting: figureOf(replay, []),
    unpaid: figureOf(replay, parts.unpaid),
    overdue: figureOf(replay, parts.overdue),
    paid_this_month: figureOf(replay, paidNow),
    forecast: units(sum(paidNow, ({ home }) => home) + sum(due, (amount) => amount), books.home),
  })
}

const lastOfMonth = (day: string): string => {
  const [year, month] = day.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, 10)
}

async function compareDashboard(replay: Replay): Promise<void> {
  const { ada, books } = replay
  const { open, overdue, drafts, paidSince } = partsOf(replay, undefined)
  const inHome = (parts: Part[]) =>
    units(
      sum(parts, ({ home }) => home),
      books.home,
    )
  const month = books.today.slice(0, 7)
  const logged = books.time.filter(({ day }) => day.startsWith(month))
  expect(await ada.call(dashboardApi.stats)).toMatchObject({
    currency: books.home,
    pendingInvoicesTotal: inHome(open),
    overdueInvoicesCount: overdue.length,
    thisMonthHours: inHours(loggedSeconds(logged)),
  })
  expect(await ada.call(invoicesApi.summary, { query: {} })).toMatchObject({
    outstanding: inHome(open),
    outstanding_count: open.length,
    overdue: inHome(overdue),
    overdue_count: overdue.length,
    drafts: inHome(drafts),
    paid_this_year: inHome(paidSince(`${books.today.slice(0, 4)}-01-01`)),
  })
}

async function compareClient(replay: Replay, client: number): Promise<void> {
  const { ada, books } = replay
  const found = await ada.call(clientPageApi.overview, { params: { id: client } })
  const parts = partsOf(replay, client)
  expect({
    unbilled: stated(found.unbilled),
    drafts: stated(found.drafts),
    outstanding: stated(found.outstanding),
    overdue: stated(found.overdue),
    paid_this_year: stated(found.paid_this_year),
    credit: stated(found.credit),
  }).toEqual({
    unbilled: figureOf(replay, parts.unbilled),
    drafts: figureOf(replay, parts.drafts),
    outstanding: figureOf(replay, parts.open),
    overdue: figureOf(replay, parts.overdue),
    paid_this_year: figureOf(replay, parts.paidSince(`${books.today.slice(0, 4)}-01-01`)),
    credit: figureOf(replay, parts.credit),
  })
}

/** Each currency goes from its opening to its closing balance, which is what the client owes without credit. */
async function compareStatement({ ada, books }: Replay, client: number, from: string): Promise<void> {
  const { currencies } = await ada.call(clientPageApi.statement, { params: { id: client }, query: { from } })
  const invoices = books.invoices.filter((invoice) => invoice.client === client)
  const inEach = Map.groupBy(invoices, ({ currency }) => currency)
  for (const [currency, those] of inEach) {
    const found = currencies.find((one) => one.currency === currency)
    const movements = those.flatMap(movementsOf).filter(({ day }) => day <= books.today)
    const within = movements.filter(({ day }) => day >= from)
    const added = (of: string[]) =>
      units(
        sum(
          within.filter(({ type }) => of.includes(type)),
          ({ amount }) => amount,
        ),
        currency,
      )
    const opening = sum(
      movements.filter(({ day }) => day < from),
      ({ amount }) => amount,
    )
    if (!found) {
      expect({ opening, within }).toEqual({ opening: 0, within: [] })
      continue
    }
    expect(found).toMatchObject({
      opening_balance: units(opening, currency),
      invoiced: added(['invoice', 'credit_note', 'cancellation']),
      paid: -added(['payment']) + 0,
      written_off: -added(['write_off']) + 0,
      closing_balance: units(sum(those, books.owed), currency),
      credit: units(sum(those, overpaid), currency),
    })
    expect(found.lines.map(({ day, type, amount }) => [day, type, amount]).toSorted(byText)).toEqual(
      within.map(({ day, type, amount }) => [day, type, units(amount, currency)]).toSorted(byText),
    )
    expect(found.lines.at(-1)?.balance ?? found.opening_balance).toBe(found.closing_balance)
  }
}

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

async function compareProject({ ada, books }: Replay, id: number): Promise<void> {
  const found = await ada.call(projectsApi.get, { params: { id } })
  const time = books.time.filter(({ project }) => project.id === id)
  const billable = time.filter(({ isBillable }) => isBillable)
  expect(found).toMatchObject({
    hours_total: inHours(loggedSeconds(time)),
    hours_billable: inHours(loggedSeconds(billable)),
    unbilled_entries_count: billable.filter(({ isBilled }) => !isBilled).length,
  })
}
