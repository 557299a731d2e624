import type { Currency } from '#core/currency.ts'
import { fits, type MinorUnits, toMinorUnits } from '#core/money.ts'
import { foldCase } from '#core/text.ts'
import { HOUR } from '#core/units.ts'
import type { ProjectStatus } from '#features/engagement/projects/contract.ts'
import { amountAt, type EntryRate } from '#features/work/time-entries/rules.ts'
import type { ClientRow, ImportRow, ProjectRow, TimeRow } from '../rules/rows.ts'
import type * as recordStore from '../store/records.ts'

export type NewRecord =
  | { table: 'time_entries'; entry: recordStore.NewTimeEntry; amount: MinorUnits | null; currency: Currency }
  | { table: 'expenses'; expense: recordStore.NewExpense }
  | { table: 'clients' }
  | { table: 'projects' }

export interface KnownProject extends EntryRate {
  id: number
  name: string
  client_id: number | null
  currency: Currency
  status: ProjectStatus
}

/** The project of time without project and client. */
export const NAMELESS_PROJECT = 'Imported time'

export function newClient(
  { noun: _, client: name, rate, ...row }: ClientRow,
  currency: Currency,
): recordStore.NewClient {
  return { ...row, name, currency, hourly_rate: amountIn(rate, currency) }
}

export function newProject(
  { noun: _, client: __, project: name, rate, budget_amount, ...row }: ProjectRow,
  client_id: number | null,
  currency: Currency,
): recordStore.NewProject {
  return {
    ...row,
    client_id,
    name,
    currency,
    hourly_rate: amountIn(rate, currency),
    budget_amount: amountIn(budget_amount, currency),
  }
}

const amountIn = (amount: number | null, currency: Currency): MinorUnits | null =>
  amount === null ? null : toMinorUnits(amount, currency)

/** Remembers these names, and returns those that are new. */
export function newKeys(names: readonly string[], known: Set<string>): string[] {
  const keys = [...new Set(names.map(foldCase))].filter((key) => key !== '' && !known.has(key))
  for (const key of keys) known.add(key)
  return keys
}

/** Time always has a project; an expense only if the row names one. */
export function projectNameOf(row: ImportRow): string {
  if (row.noun === 'clients') return ''
  if (row.noun === 'time') return row.project || row.client || NAMELESS_PROJECT
  return row.project
}

export const differs = (named: Currency | null, currency: Currency): boolean =>
  named !== null && named !== currency

/** True if the file says what the time is worth. */
export const isPriced = ({ rate, amount, is_billable }: TimeRow): boolean =>
  rate !== null || (amount !== null && is_billable)

type Price = EntryRate & { fixed_amount: MinorUnits | null }

/** As the file says, else as the project does. An amount without a rate has one if a plausible rate gives the same amount. */
function priceOf({ rate, amount, hours, is_billable }: TimeRow, project: KnownProject): Price {
  const hourly = (rate: MinorUnits) => ({ rate, rate_hours: HOUR, fixed_amount: null })
  if (rate !== null) return hourly(toMinorUnits(rate, project.currency))
  if (amount === null || !is_billable)
    return { rate: project.rate, rate_hours: project.rate_hours, fixed_amount: null }
  const worth = toMinorUnits(amount, project.currency)
  const plausible = [project, hourly(toMinorUnits(Math.round((amount * HOUR) / hours), project.currency))]
  const found = plausible.find((price) => amountAt(hours, price) === worth)
  return found
    ? { rate: found.rate, rate_hours: found.rate_hours, fixed_amount: null }
    : { rate: null, rate_hours: HOUR, fixed_amount: worth }
}

export function timeRecord(
  row: TimeRow,
  project: KnownProject,
): (NewRecord & { table: 'time_entries' }) | null {
  const { description, hours, date, is_billable, is_billed, started_at, ended_at } = row
  const { rate, rate_hours, fixed_amount } = priceOf(row, project)
  const amount = is_billable ? (fixed_amount ?? amountAt(hours, { rate, rate_hours })) : null
  if ((rate !== null && !fits(rate)) || (amount !== null && !fits(amount))) return null
  const entry = {
    project_id: project.id,
    description,
    hours,
    date,
    is_billable,
    is_billed,
    rate,
    rate_hours,
    fixed_amount,
    started_at,
    ended_at,
  }
  return { table: 'time_entries', entry, amount, currency: project.currency }
}

export const timeKey = ({
  project_id,
  date,
  hours,
  description,
}: Pick<recordStore.LoggedTime, 'project_id' | 'date' | 'hours' | 'description'>): string =>
  JSON.stringify([project_id, date, hours, description.trim()])

export const expenseKey = ({
  project_id,
  date,
  amount,
  currency,
  description,
}: recordStore.LoggedExpense): string =>
  JSON.stringify([project_id, date, amount, currency, description.trim()])
