import { addDays, type DateOnly, daysBetween } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { type TaxCategory, totalsOf } from '#core/document-lines.ts'
import { formatCount, formatMoney, formatMonthDay } from '#core/format.ts'
import type { Hundredths } from '#core/hundredths.ts'
import type { MinorUnits } from '#core/money.ts'
import { datesBetween, type Recurrence } from '#core/recurrence.ts'
import { type ProjectSum, type ValuedWork, valueUnbilled } from '#features/billable-work/rules.ts'
import { RATE_MISSING, type Rates, valueAt } from '#features/currencies/rules.ts'
import type { RecurringKind } from '#features/recurring-invoices/contract.ts'
import type { Forecast, ForecastPart, Money, MoneyFigure, MoneyFilter, MoneyPart } from './contract.ts'

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
  /** Whether they are due by the end of the month. */
  is_due: boolean
}

/** Fees that are not due yet. */
export interface UpcomingFees {
  currency: Currency
  amount: MinorUnits
  count: number
}

/** What a recurring invoice is going to bill each time, besides work. */
export interface RecurringItems extends Recurrence {
  client_id: number
  project_id: number | null
  kind: RecurringKind
  currency: Currency
  next_date: DateOnly
  subtotal: MinorUnits
  tax_category: TaxCategory
  tax_rate: Hundredths
}

/** What an account, a client or a project adds up to, before it is valued. */
export interface MoneySums {
  unbilled: ProjectSum[]
  invoices: InvoicePart[]
  payments: Part[]
  recurring: RecurringItems[]
  fees: UpcomingFees[]
}

interface Valuation extends Rates {
  month: { first: DateOnly; last: DateOnly }
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

function forecastOf(sums: MoneySums, paid: MoneyFigure, valuation: Valuation): Forecast {
  const { home, month } = valuation
  const partOf = (parts: readonly Part[]): ForecastPart => {
    const { amount, originals, is_complete } = figureOf(parts, home)
    return { amount, originals, is_complete }
  }
  const invoices = sums.invoices.filter(({ is_due }) => is_due)
  const running = sums.unbilled.filter(
    ({ project_status }) => project_status === 'active' || project_status === null,
  )
  const parts = {
    due: partOf(invoices.filter(({ part }) => part !== 'drafts')),
    drafts: partOf(invoices.filter(({ part }) => part === 'drafts')),
    recurring: partOf(sums.recurring.map((recurring) => recurringPart(recurring, valuation))),
    unbilled: partOf(
      running
        .map((work) => withoutIncludedTime(withoutFixedFee(work), sums.recurring))
        .map((work) => asPart(valueUnbilled(work, valuation))),
    ),
    fees: partOf([
      ...sums.fees.map((fees) => ({ ...fees, home_amount: valueAt(fees.amount, fees.currency, valuation) })),
      ...running
        .filter(({ project_end }) => project_end !== null && project_end <= month.last)
        .map((work) => asPart(valueUnbilled(onlyFixedFee(work), valuation))),
    ]),
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

/** The invoices that it makes until the end of the month. */
function recurringPart(recurring: RecurringItems, valuation: Valuation): Part {
  const { currency, next_date, subtotal, tax_category, tax_rate } = recurring
  const count = datesBetween(recurring, addDays(next_date, -1), valuation.month.last).length
  const { total } = totalsOf([subtotal], tax_category === 'standard' ? tax_rate : 0)
  const amount = count === 0 ? 0 : total
  const home_amount = valueAt(amount, currency, valuation)
  return { currency, amount: amount * count, home_amount: home_amount && home_amount * count, count }
}

/** It counts by the end of its project. */
const withoutFixedFee = (work: ProjectSum): ProjectSum => ({
  ...work,
  fees_amount: work.fees_amount - work.fixed_fee_amount,
})

const onlyFixedFee = (work: ProjectSum): ProjectSum => ({
  ...work,
  time_amount: 0,
  expenses_amount: 0,
  expenses_home_amount: 0,
  fees_amount: work.fixed_fee_amount,
})

/** A retainer is paid for the time that it includes. */
const withoutIncludedTime = (work: ProjectSum, recurring: readonly RecurringItems[]): ProjectSum =>
  recurring.some((one) => one.kind === 'retainer' && covers(one, work)) ? { ...work, time_amount: 0 } : work

const covers = ({ client_id, project_id, currency }: RecurringItems, work: ProjectSum): boolean =>
  client_id === work.client_id &&
  (project_id === null || project_id === work.project_id) &&
  currency === work.currency

/** Whether there is anything to show. Books that were just opened have no money anywhere. */
export const hasMoney = (money: Money): boolean =>
  [money.unbilled, money.drafts, money.waiting, money.unpaid, money.overdue, money.paid_this_month].some(
    ({ count }) => count > 0,
  ) ||
  money.forecast.amount !== 0 ||
  !money.forecast.is_complete

/** "4 · 23 days", and the amounts in other currencies. */
export const besidePart = ({ count, oldest, originals, is_complete }: MoneyPart, today: DateOnly): string =>
  [
    count > 0 && formatCount(count),
    count > 0 && oldest && ageOf(oldest, today),
    ...originals.map(({ amount, currency }) => formatMoney(amount, currency)),
    !is_complete && RATE_MISSING,
  ]
    .filter(Boolean)
    .join(' · ')

/** The same for a screen reader: "4 invoices, the oldest 23 days old" */
export const describePart = (
  { count, oldest, originals, is_complete }: MoneyPart,
  noun: string,
  today: DateOnly,
): string =>
  [
    `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`,
    count > 0 && oldest && `the oldest ${oldest < today ? `${ageOf(oldest, today)} old` : 'of today'}`,
    originals.length > 0 &&
      `with ${originals.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ')}`,
    !is_complete && RATE_MISSING,
  ]
    .filter(Boolean)
    .join(', ')

function ageOf(oldest: DateOnly, today: DateOnly): string {
  const days = daysBetween(oldest, today)
  if (days <= 0) return 'today'
  return days === 1 ? '1 day' : `${formatCount(days)} days`
}

/** The list of invoices that a figure is made of. */
export function invoicesOf({ client_id, project_id }: MoneyFilter, list: Record<string, string>): string {
  const search = new URLSearchParams(list)
  if (client_id) search.set('client', String(client_id))
  if (project_id) search.set('project', String(project_id))
  return `/invoices?${search}`
}

interface ForecastRow<To> {
  label: string
  amount: MinorUnits
  is_complete: boolean
  to: To
}

/** What the forecast consists of, in words. Parts that come to nothing are left out. */
export function forecastRows<To>(
  { forecast, paid_this_month }: Pick<Money, 'forecast' | 'paid_this_month'>,
  filter: MoneyFilter,
  unbilledPath: To,
): ForecastRow<To | string>[] {
  const { from, to: last, due, drafts, recurring, unbilled, fees } = forecast
  const by = `by ${formatMonthDay(last)}`
  const rows: [label: string, part: ForecastPart, to: To | string][] = [
    ['Paid so far', paid_this_month, invoicesOf(filter, { paid_from: from, paid_to: last })],
    [`Invoices due ${by}`, due, invoicesOf(filter, { status: 'unpaid', due_by: last })],
    [`Drafts due ${by}`, drafts, invoicesOf(filter, { status: 'draft', due_by: last })],
    [`Recurring invoices ${by}`, recurring, '/recurring-invoices'],
    ['Unbilled work of active projects', unbilled, unbilledPath],
    [`Fees of active projects due ${by}`, fees, '/projects?status=active'],
  ]
  return rows
    .filter(([, { amount, is_complete }]) => amount !== 0 || !is_complete)
    .map(([label, { amount, is_complete }, to]) => ({ label, amount, is_complete, to }))
}
