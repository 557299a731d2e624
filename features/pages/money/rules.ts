import { addDays, type DateOnly, daysBetween } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { type TaxCategory, totalsOf } from '#core/document-lines.ts'
import { countOf, formatMoney, formatMonthBefore, formatMonthDay } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { datesBetween, type Recurrence } from '#core/recurrence.ts'
import type { Thousandths } from '#core/units.ts'
import { type ProjectSum, type ValuedWork, valueUnbilled } from '#features/billing/billable-work/rules.ts'
import { RATE_MISSING, type Rates, valueAt } from '#features/foundation/currencies/rules.ts'
import type {
  Forecast,
  ForecastPart,
  Money,
  MoneyFigure,
  MoneyFilter,
  MoneyPart,
  UpcomingInvoice,
} from './contract.ts'

/** The part of a figure that is in one currency. */
export interface Part {
  currency: Currency
  amount: MinorUnits
  /** In the home currency; null if no exchange rate is known. */
  home_amount: MinorUnits | null
  count: number
}

export type DatedPart = Part & { oldest: DateOnly | null }

/** Invoices that are neither paid nor cancelled. */
export interface InvoicePart extends DatedPart {
  part: 'drafts' | 'waiting' | 'unpaid' | 'overdue'
  /** True if they are due by the end of the month. */
  is_due: boolean
}

/** The items that a recurring invoice bills each time, besides work. */
export interface RecurringItems extends Recurrence {
  id: number
  client_name: string
  /** Days from the date of an invoice until it is due; null if it is due at any time. */
  terms_days: number | null
  currency: Currency
  next_date: DateOnly
  subtotal: MinorUnits
  tax_category: TaxCategory
  tax_rate: Thousandths
}

/** The sums of an account, a client or a project, before they are valued. */
export interface MoneySums {
  unbilled: ProjectSum[]
  invoices: InvoicePart[]
  payments: Part[]
  recurring: RecurringItems[]
}

interface Valuation extends Rates {
  month: { first: DateOnly; last: DateOnly }
  today: DateOnly
}

export function toMoney(sums: MoneySums, valuation: Valuation): Money {
  const { home } = valuation
  const invoices = (name: InvoicePart['part']) =>
    datedFigureOf(
      sums.invoices.filter(({ part }) => part === name),
      home,
    )
  const paid_this_month = figureOf(sums.payments, home)
  return {
    home_currency: home,
    unbilled: datedFigureOf(
      sums.unbilled.map((work) => asPart(valueUnbilled(work, valuation))),
      home,
    ),
    drafts: invoices('drafts'),
    waiting: invoices('waiting'),
    unpaid: invoices('unpaid'),
    overdue: invoices('overdue'),
    paid_this_month,
    forecast: forecastOf(sums, paid_this_month, valuation),
  }
}

export function figureOf(parts: readonly Part[], home: Currency): MoneyFigure {
  return {
    amount: sum(parts.map(({ home_amount }) => home_amount ?? 0)),
    originals: inEachCurrency(parts.filter(({ currency }) => currency !== home)),
    is_complete: parts.every(({ home_amount }) => home_amount !== null),
    count: sum(parts.map(({ count }) => count)),
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

const datedFigureOf = (parts: readonly DatedPart[], home: Currency): MoneyPart => ({
  ...figureOf(parts, home),
  oldest: parts.flatMap(({ oldest }) => oldest ?? []).toSorted()[0] ?? null,
})

function inEachCurrency(parts: readonly Part[]): MoneyFigure['originals'] {
  const sums = new Map<Currency, MinorUnits>()
  for (const { currency, amount } of parts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}

export const asPart = (work: ValuedWork): DatedPart => ({
  currency: work.currency,
  amount: work.time_amount + work.expenses_amount + work.fees_amount,
  home_amount: work.home_amount,
  count: work.count,
  oldest: work.oldest,
})

/** Money that is expected in the month: what is billed or going to be billed, and due by its end. */
function forecastOf(sums: MoneySums, paid: MoneyFigure, valuation: Valuation): Forecast {
  const { home, month } = valuation
  const partOf = (parts: readonly Part[]): ForecastPart => {
    const { amount, originals, is_complete } = figureOf(parts, home)
    return { amount, originals, is_complete }
  }
  const due = sums.invoices.filter(({ is_due }) => is_due)
  const upcoming = sums.recurring
    .flatMap((recurring) => upcomingInvoices(recurring, valuation))
    .toSorted(byDate)
  const parts = {
    due: partOf(due.filter(({ part }) => part !== 'drafts')),
    drafts: partOf(due.filter(({ part }) => part === 'drafts')),
    recurring: {
      ...partOf(upcoming.map((invoice) => ({ ...invoice, count: 1 }))),
      invoices: upcoming,
    },
  }
  const all = [paid, ...Object.values(parts)]
  return {
    from: month.first,
    to: month.last,
    amount: sum(all.map(({ amount }) => amount)),
    is_complete: all.every(({ is_complete }) => is_complete),
    ...parts,
  }
}

/** The invoices that it makes and that are due by the end of the month. One that was missed is made today. */
function upcomingInvoices(recurring: RecurringItems, valuation: Valuation): UpcomingInvoice[] {
  const { id, client_name, currency, next_date, terms_days, subtotal, tax_category, tax_rate } = recurring
  const { month, today } = valuation
  const { total } = totalsOf([subtotal], tax_category === 'standard' ? tax_rate : 0)
  return datesBetween(recurring, addDays(next_date, -1), month.last)
    .map((date) => {
      const issued = date < today ? today : date
      return { date, due_date: terms_days === null ? null : addDays(issued, terms_days) }
    })
    .filter(({ due_date }) => total > 0 && (due_date === null || due_date <= month.last))
    .map((dates) => ({
      recurring_invoice_id: id,
      client_name,
      ...dates,
      currency,
      amount: total,
      home_amount: valueAt(total, currency, valuation),
    }))
}

const byDate = (a: UpcomingInvoice, b: UpcomingInvoice): number =>
  a.date.localeCompare(b.date) || a.recurring_invoice_id - b.recurring_invoice_id

/** True if there is anything to show. New books have no money anywhere. */
export const hasMoney = (money: Money): boolean =>
  PARTS.some((name) => money[name].count > 0) || money.forecast.amount !== 0 || !money.forecast.is_complete

/** Says that amounts were converted, if any was. */
export const describeConversion = (money: Money): string | null =>
  PARTS.some((name) => money[name].originals.length > 0)
    ? `Other currencies are converted to ${money.home_currency}`
    : null

const PARTS = ['unbilled', 'drafts', 'waiting', 'unpaid', 'overdue', 'paid_this_month'] as const

export type PartName = 'unbilled' | InvoicePart['part']

/** "53 items, oldest from February, including €1,300.22"; empty if there is nothing. */
export const describePart = (part: MoneyPart, name: PartName, today: DateOnly): string =>
  part.count === 0
    ? ''
    : [
        countOf(part.count, name === 'unbilled' ? 'item' : 'invoice'),
        part.oldest && describeAges(part.oldest, part.count, name, today),
        part.originals.length > 0 && `including ${describeOriginals(part.originals)}`,
        !part.is_complete && ADD_RATE,
      ]
        .filter(Boolean)
        .join(', ')

/** Amounts in more currencies do not fit in the strip. The list that it links to has them. */
const MAX_ORIGINALS = 2

const describeOriginals = (originals: MoneyPart['originals']): string =>
  originals.length > MAX_ORIGINALS
    ? `${originals.length} other currencies`
    : originals.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ')

/** A figure lacks something. It is a link to the records that need a rate. */
export const ADD_RATE = `${RATE_MISSING}: add it`

/** The age of the oldest, or of all where none is older: "oldest 5 days old". */
function describeAges(oldest: DateOnly, count: number, name: PartName, today: DateOnly): string {
  const age = describeAge(oldest, name, today)
  if (count === 1) return age
  return oldest < today ? `oldest ${age}` : `all ${age}`
}

function describeAge(oldest: DateOnly, name: PartName, today: DateOnly): string {
  const days = daysBetween(oldest, today)
  if (days <= 0) return 'from today'
  if (name === 'overdue') return `${countOf(days, 'day')} late`
  const month = oldest.slice(0, 7)
  if (name === 'unbilled' && month < today.slice(0, 7)) return `from ${formatMonthBefore(month, today)}`
  return `${countOf(days, 'day')} old`
}

/** The list of invoices that a figure is made of. */
export function invoicesOf({ client_id, project_id }: MoneyFilter, list: Record<string, string>): string {
  const search = new URLSearchParams(list)
  if (client_id) search.set('client', String(client_id))
  if (project_id) search.set('project', String(project_id))
  return `/invoices?${search}`
}

interface ForecastRow {
  label: string
  amount: MinorUnits
  is_complete: boolean
  /** The list that adds up to it; null for recurring invoices, which the forecast itself lists. */
  to: string | null
}

/** The parts of the forecast, in words. Empty parts are left out. */
export function forecastRows(
  { forecast, paid_this_month }: Pick<Money, 'forecast' | 'paid_this_month'>,
  filter: MoneyFilter,
): ForecastRow[] {
  const { from, to: last, due, drafts, recurring } = forecast
  const by = `by ${formatMonthDay(last)}`
  const rows: [label: string, part: ForecastPart, to: string | null][] = [
    ['Paid so far', paid_this_month, invoicesOf(filter, { paid_from: from, paid_to: last })],
    [`Invoices due ${by}`, due, invoicesOf(filter, { status: 'unpaid', due_by: last })],
    [`Drafts due ${by}`, drafts, invoicesOf(filter, { status: 'draft', due_by: last })],
    [`Recurring invoices due ${by}`, recurring, null],
  ]
  return rows
    .filter(([, { amount, is_complete }]) => amount !== 0 || !is_complete)
    .map(([label, { amount, is_complete }, to]) => ({ label, amount, is_complete, to }))
}
