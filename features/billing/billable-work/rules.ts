import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { DocumentLine } from '#core/document-lines.ts'
import { formatDate, formatLongDate, formatMoney } from '#core/format.ts'
import { type MinorUnits, shareOf, worthOf } from '#core/money.ts'
import { truncate } from '#core/text.ts'
import { ONE, type Seconds } from '#core/units.ts'
import { type Rates, valueAt } from '#features/foundation/currencies/rules.ts'
import type {
  GroupBy,
  UnbilledExpense,
  UnbilledFee,
  UnbilledProject,
  UnbilledSum,
  UnbilledTime,
  WorkKind,
} from './contract.ts'

export const WITHOUT_PROJECT = 'Without a project'

/** A line of an invoice, with what it bills. */
export interface WorkLine extends DocumentLine {
  kind: WorkKind
  project_id: number | null
  currency: Currency
  /** The records that it bills; of a fixed fee, the project. */
  ids: number[]
  logged_hours: Seconds | null
  /** False for time without a rate, which is billed at 0. */
  has_rate: boolean
}

/** As much of a project as lines are made of. */
export type WorkOfProject = Omit<UnbilledProject, 'client_id' | 'client_name' | 'sums'>

interface Composition {
  group_by: GroupBy
  locale?: string
}

/** The lines that bill this work: those of time by project and rate, and one for each expense and fee. */
export function linesOf(work: readonly WorkOfProject[], { group_by, locale }: Composition): WorkLine[] {
  const named = work.length > 1
  return work.flatMap((project) => [
    ...groupsOf(project.time, group_by).map((entries) => timeLine(project, entries, { group_by, named })),
    ...project.expenses.map((expense) => expenseLine(project, expense, named)),
    ...project.fees.map((fee) => feeLine(project, fee, { named, locale })),
  ])
}

/** At least one entry each, in the order of their first entries. */
type Group = [UnbilledTime, ...UnbilledTime[]]

function groupsOf(time: readonly UnbilledTime[], groupBy: GroupBy): Group[] {
  const groups = new Map<string, Group>()
  for (const entry of time) {
    const rate = entry.is_fixed ? 'fixed' : [entry.rate, entry.rate_hours]
    const key = JSON.stringify([rate, GROUP_KEYS[groupBy](entry)])
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return [...groups.values()]
}

const GROUP_KEYS: Record<GroupBy, (entry: UnbilledTime) => string | number> = {
  entry: ({ id }) => id,
  day: ({ date }) => date,
  description: ({ description }) => description,
  project: () => '',
}

function timeLine(
  { project_id, project_name, currency }: WorkOfProject,
  entries: Group,
  { group_by, named }: { group_by: GroupBy; named: boolean },
): WorkLine {
  const [{ rate, rate_unit, rate_hours, date, is_fixed }] = entries
  const time = sum(entries.map((entry) => entry.billed_hours))
  const descriptions = [...new Set(entries.map(({ description }) => description.trim()).filter(Boolean))]
  const text = group_by === 'project' ? '' : descriptions.join(', ')
  const day = group_by === 'entry' || group_by === 'day' ? formatDate(date) : ''
  const title = [named || text === '' ? (project_name ?? '') : '', day].filter(Boolean).join(', ')
  const price = is_fixed
    ? priceOf(sum(entries.map((entry) => entry.amount ?? 0)))
    : {
        quantity: Math.max(1, shareOf(ONE, time, rate_hours)),
        unit: rate_unit === 'day' ? ('days' as const) : ('hours' as const),
        rate: rate ?? 0,
        amount: worthOf(time, { rate: rate ?? 0, rate_hours }),
      }
  return {
    kind: 'time',
    project_id,
    currency,
    description: lineText([title, text]),
    ...price,
    ids: entries.map(({ id }) => id),
    logged_hours: sum(entries.map((entry) => entry.hours)),
    has_rate: rate !== null || is_fixed,
  }
}

/** One for an amount. */
const priceOf = (amount: MinorUnits) => ({ quantity: ONE, unit: '' as const, rate: amount, amount })

const expenseLine = (
  { project_id, project_name }: WorkOfProject,
  { id, date, description, currency, amount }: UnbilledExpense,
  named: boolean,
): WorkLine => ({
  ...priceOf(amount),
  kind: 'expense',
  project_id,
  currency,
  description: lineText([
    [named ? project_name : '', formatDate(date)].filter(Boolean).join(', '),
    description,
  ]),
  ids: [id],
  logged_hours: null,
  has_rate: true,
})

const feeLine = (
  project: WorkOfProject,
  fee: UnbilledFee,
  { named, locale }: { named: boolean; locale: string | undefined },
): WorkLine => ({
  ...priceOf(fee.amount),
  kind: fee.kind,
  project_id: project.project_id,
  currency: project.currency,
  description: lineText([
    named || fee.kind === 'fixed_fee' ? (project.project_name ?? '') : '',
    feeText(project, fee, locale),
  ]),
  ids: [fee.id],
  logged_hours: null,
  has_rate: true,
})

/** "Checkout flow, version 3, approved by Jonas Pine on November 12, 2026" */
function feeText(
  { fixed_fee, currency }: WorkOfProject,
  { kind, description, date, version, approved_by, amount }: UnbilledFee,
  locale: string | undefined,
): string {
  const on = date ? ` on ${formatLongDate(date)}` : ''
  if (kind === 'milestone') return `${description}, completed${on}`
  if (kind === 'deliverable') return `${description}, version ${version}, approved by ${approved_by}${on}`
  const isWhole = fixed_fee === null || amount === fixed_fee
  return isWhole ? 'Fixed fee' : `Part of the fixed fee of ${formatMoney(fixed_fee, currency, locale)}`
}

const MAX_LINE_TEXT = 1000

const lineText = (parts: string[]): string => truncate(parts.filter(Boolean).join(': '), MAX_LINE_TEXT)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The first and the last day of the work; null where nothing has a day. */
export function servicePeriodOf(work: readonly WorkOfProject[]): { from: DateOnly; to: DateOnly } | null {
  const days = work
    .flatMap(({ time, expenses, fees }) => [...time, ...expenses, ...fees])
    .flatMap(({ date }) => (date === null ? [] : [date]))
    .sort()
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? null : { from, to }
}

/** The sum of a project's unbilled work in one currency. */
export interface ProjectSum {
  /** Null for expenses without a project. */
  project_id: number | null
  project_name: string | null
  client_id: number | null
  currency: Currency
  count: number
  /** The first day of the work; null where nothing has a day. */
  oldest: DateOnly | null
  hours: Seconds
  /** The rest of the count are fees. */
  time_count: number
  expenses_count: number
  time_amount: MinorUnits
  expenses_amount: MinorUnits
  /** In the home currency, each expense at its own exchange rate. Time and fees have none before they are billed. */
  expenses_home_amount: MinorUnits
  fees_amount: MinorUnits
}

/** In the home currency; null if no exchange rate is known. */
export type ValuedWork = ProjectSum & { home_amount: MinorUnits | null }

/** Expenses have an exchange rate of their own, time and fees have none before they are billed. */
export function valueUnbilled(work: ProjectSum, rates: Rates): ValuedWork {
  const { currency, time_amount, fees_amount, expenses_home_amount } = work
  const home_amount = valueAt(time_amount + fees_amount, currency, rates)
  return { ...work, home_amount: home_amount === null ? null : home_amount + expenses_home_amount }
}

/** Adds up projects, in each currency. */
export const addUpProjects = (projects: readonly ProjectSum[]): UnbilledSum[] =>
  inEachCurrency(
    projects.map(({ currency, count, hours, time_amount, expenses_amount, fees_amount }) => ({
      currency,
      count,
      hours,
      amount: time_amount + expenses_amount + fees_amount,
    })),
  )

/** Adds up work, in each currency: as an invoice with one line for each project and rate. */
export const sumsOf = (work: readonly WorkOfProject[]): UnbilledSum[] =>
  inEachCurrency(
    linesOf(work, { group_by: 'project' }).map(({ currency, ids, logged_hours, amount }) => ({
      currency,
      count: ids.length,
      hours: logged_hours ?? 0,
      amount,
    })),
  )

/** Adds up sums, in each currency. */
export function inEachCurrency(parts: readonly UnbilledSum[]): UnbilledSum[] {
  const sums = new Map<Currency, UnbilledSum>()
  for (const { currency, count, hours, amount } of parts) {
    const sum = sums.get(currency) ?? { currency, count: 0, hours: 0, amount: 0 }
    sum.count += count
    sum.hours += hours
    sum.amount += amount
    sums.set(currency, sum)
  }
  return [...sums.values()]
}
