import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { reportsApi } from '#features/pages/reports/contract.ts'
import { daysBetween } from './books.ts'
import { decimals, share, sum, units } from './exact.ts'
import type { ModelEntry, ModelInvoice } from './ledger.ts'
import type { Replay } from './replay.ts'
import { inHours, loggedSeconds, type ModelProject } from './work.ts'

/** All days of a history. */
const ALL = { from: '2026-01-01', to: '2027-12-31' }

type Booked = ModelEntry & { invoice: ModelInvoice }

const net = (entries: readonly ModelEntry[]) => sum(entries, ({ homeNet }) => homeNet)
const tax = (entries: readonly ModelEntry[]) => sum(entries, (entry) => entry.homeAmount - entry.homeNet)
const costs = (entries: readonly ModelEntry[]) => ({
  fees: sum(entries, ({ fee }) => fee),
  exchangeDifferences: sum(entries, ({ exchangeDifference }) => exchangeDifference),
})
const profit = (entries: readonly ModelEntry[]) => {
  const { fees, exchangeDifferences } = costs(entries)
  return net(entries) - fees + exchangeDifferences
}

const entriesOf = ({ books }: Replay): Booked[] =>
  books.invoices.flatMap((invoice) => invoice.entries.map((entry) => ({ ...entry, invoice })))

export async function compareReports(replay: Replay): Promise<void> {
  await compareReport(replay, ALL)
  const month = replay.books.today.slice(0, 7)
  await compareReport(replay, { month })
  const { books, ada } = replay
  const now = entriesOf(replay).filter(({ day }) => day.startsWith(month))
  const logged = books.time.filter(({ day }) => day.startsWith(month))
  expect(await ada.call(reportsApi.thisMonth)).toMatchObject({
    revenue: units(net(now), books.home),
    hours: inHours(loggedSeconds(logged)),
  })
  await compareCsv(replay)
}

async function compareReport(replay: Replay, query: { month: string } | typeof ALL): Promise<void> {
  const { ada, books, clients, projects } = replay
  const isWithin = ({ day }: { day: string }) =>
    'month' in query ? day.startsWith(query.month) : day >= query.from && day <= query.to
  const entries = entriesOf(replay).filter(isWithin)
  const time = books.time.filter(isWithin)
  const money = (amount: number) => units(amount, books.home)
  const found = await ada.call(reportsApi.get, { query })
  const { fees, exchangeDifferences } = costs(entries)
  const billable = time.filter(({ isBillable }) => isBillable)
  expect(found).toMatchObject({
    currency: books.home,
    totalRevenue: money(net(entries)),
    totalTax: money(tax(entries)),
    totalExpenses: 0,
    paymentCosts: { fees: money(fees), exchangeDifferences: money(exchangeDifferences) },
    profit: money(profit(entries)),
    timeUtilization: {
      billableHours: inHours(loggedSeconds(billable)),
      totalHours: inHours(loggedSeconds(time)),
    },
  })
  const byMonth = (month: string) => entries.filter(({ day }) => day.startsWith(month))
  for (const { month, amount } of found.incomeByMonth) expect(amount).toBe(money(net(byMonth(month))))
  for (const { month, income, result } of found.profitAndLoss) {
    expect({ income, result }).toEqual({
      income: money(net(byMonth(month))),
      result: money(profit(byMonth(month))),
    })
  }
  expect(found.taxByMonth.filter((line) => line.net !== 0 || line.tax !== 0)).toEqual(
    taxLines(entries).map(({ month, taxRate, net, tax }) => ({
      month,
      tax_rate: taxRate / 1000,
      net: money(net),
      tax: money(tax),
    })),
  )
  for (const client of clients) {
    const revenue = found.clientRevenue.find(({ client_id }) => client_id === client)?.revenue ?? 0
    expect(revenue).toBe(money(net(entries.filter(({ invoice }) => invoice.client === client))))
  }
  const ofProject = revenueByProject(books.invoices, isWithin)
  for (const project of projects) {
    const row = found.projectProfitability.find(({ project_id }) => project_id === project.id)
    const own = time.filter((one) => one.project === project)
    expect({ revenue: row?.revenue ?? 0, hours: row?.hours ?? 0 }).toEqual({
      revenue: money(ofProject.get(project) ?? 0),
      hours: inHours(loggedSeconds(own)),
    })
  }
  expect(found.unassigned.revenue).toBe(money(ofProject.get(null) ?? 0))
  compareOutstanding(replay, found)
}

/** Payments by month and by the tax rate of their invoice. */
function taxLines(entries: readonly Booked[]) {
  const groups = Map.groupBy(entries, ({ day, invoice }) => `${day.slice(0, 7)} ${invoice.taxRate}`)
  return [...groups]
    .map(([name, those]) => {
      const [month = '', taxRate] = name.split(' ')
      return { month, taxRate: Number(taxRate), net: net(those), tax: tax(those) }
    })
    .filter((line) => line.net !== 0 || line.tax !== 0)
    .toSorted((a, b) => a.month.localeCompare(b.month) || a.taxRate - b.taxRate)
}

/**
 * Revenue belongs to the projects whose work the lines bill, else to the project of the invoice. It is rounded for all
 * lines and all payments so far, and each has what that grows by.
 */
function revenueByProject(
  invoices: readonly ModelInvoice[],
  isWithin: (entry: ModelEntry) => boolean,
): Map<ModelProject | null, number> {
  const revenue = new Map<ModelProject | null, number>()
  const add = (project: ModelProject | null, amount: number) =>
    revenue.set(project, (revenue.get(project) ?? 0) + amount)
  for (const { project: own, lines, entries } of invoices) {
    const subtotal = sum(lines, ({ amount }) => amount)
    const others = [...Map.groupBy(lines, ({ project }) => project)]
      .flatMap(([project, those]) => (project && project !== own ? [{ project, those }] : []))
      .toSorted((a, b) => a.project.id - b.project.id)
    let before = 0
    for (const entry of entries) {
      const after = before + entry.homeNet
      let [below, moved] = [0, 0]
      for (const { project, those } of others) {
        const upto = below + sum(those, ({ amount }) => amount)
        const until = (paid: number) => share(paid, upto, subtotal) - share(paid, below, subtotal)
        const part = until(after) - until(before)
        if (isWithin(entry)) add(project, part)
        moved += part
        below = upto
      }
      if (isWithin(entry)) add(own, entry.homeNet - moved)
      before = after
    }
  }
  return revenue
}

interface Outstanding {
  totalOutstanding: number
  outstandingByAge: { age: string; invoices: number; amount: number }[]
}

function compareOutstanding({ books }: Replay, found: Outstanding): void {
  const open = books.invoices.filter(({ status }) => status === 'sent')
  const ageOf = ({ due }: ModelInvoice) => {
    const days = due === null ? 0 : daysBetween(due, books.today)
    if (days <= 0) return 'not_due'
    if (days <= 30) return '0-30'
    if (days <= 60) return '31-60'
    return days <= 90 ? '61-90' : 'over_90'
  }
  const left = (invoices: ModelInvoice[]) =>
    units(
      sum(invoices, (one) => books.ledger.homeBalance(one)),
      books.home,
    )
  expect(found.totalOutstanding).toBe(left(open))
  for (const { age, invoices, amount } of found.outstandingByAge) {
    const those = open.filter((invoice) => ageOf(invoice) === age)
    expect({ age, invoices, amount }).toEqual({ age, invoices: those.length, amount: left(those) })
  }
}

export const tableOf = (text: string): string[][] =>
  parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true })

async function compareCsv(replay: Replay): Promise<void> {
  const { ada, books } = replay
  const response = await ada.fetch(`/api/reports/export.csv?${new URLSearchParams(ALL)}`)
  const rows = tableOf(await response.text())
  const entries = entriesOf(replay)
  const money = (amount: number) => decimals(amount, books.home)
  const figureOf = (name: string) => rows.find(([first]) => first === name)?.[1]
  expect(figureOf('Total Revenue')).toBe(money(net(entries)))
  expect(figureOf('Profit')).toBe(money(profit(entries)))
  const start = rows.findIndex(([first]) => first === 'Tax Collected')
  const end = rows.findIndex(([first]) => first === 'Tax Collected by Rate')
  const lines = rows.slice(start + 2, end).map(([, ...figures]) => figures)
  expect(lines.filter(([, net, tax]) => Number(net) !== 0 || Number(tax) !== 0)).toEqual(
    taxLines(entries).map(({ taxRate, net, tax }) => [
      expect.toSatisfy((text: string) => Number(text) === taxRate / 1000),
      ...[net, tax, net + tax].map(money),
    ]),
  )
}
