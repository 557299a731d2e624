import type { RawBuilder } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { formatCount, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import type { WorkFilter } from '#core/schemas.ts'
import type { Seconds } from '#core/units.ts'
import { ratesFor, requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import type { BillingStatus } from '#features/work/billing-status/contract.ts'
import { billedOn } from '#features/work/billing-status/rules.ts'
import type { Context } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import {
  type Bill,
  type GroupBy,
  MAX_UNBILLED,
  type Unbilled,
  type UnbilledProject,
  type UnbilledSums,
  type WorkKind,
} from './contract.ts'
import { addUpProjects, inEachCurrency, type ProjectSum, sumsOf, valueUnbilled } from './rules.ts'
import * as claims from './store/claims.ts'
import * as unbilled from './store/unbilled.ts'

export async function listUnbilled(ctx: Context, filter: WorkFilter): Promise<Unbilled> {
  const { db, accountId, timeZone } = ctx
  const rows = await unbilled.listUnbilled(db, accountId, timeZone, filter, MAX_UNBILLED + 1)
  const projects = await byProject(ctx, oldest(rows, MAX_UNBILLED))
  if (rows.length <= MAX_UNBILLED)
    return { projects, sums: inEachCurrency(projects.flatMap(({ sums }) => sums)), truncated: false }
  const all = await sumUpByProject(ctx, filter)
  const sumsIn = (group: UnbilledProject) =>
    addUpProjects(
      all.filter((sum) => sum.project_id === group.project_id && sum.client_id === group.client_id),
    )
  return {
    projects: projects.map((project) => ({ ...project, sums: sumsIn(project) })),
    sums: addUpProjects(all),
    truncated: true,
  }
}

/** Sums up all unbilled work, for each project and currency. */
export const sumUpByProject = (
  { db, accountId, timeZone }: Context,
  filter: WorkFilter,
): Promise<ProjectSum[]> => unbilled.sumUpUnbilled(db, accountId, timeZone, filter)

/** Part of a statement that also reads billed work, so that nothing is counted twice or missed in between. */
export const unbilledSums = (
  { accountId, timeZone }: Pick<Context, 'accountId' | 'timeZone'>,
  filter: WorkFilter,
): RawBuilder<ProjectSum> => unbilled.unbilledSums(accountId, timeZone, filter)

/** Unbilled work up to a day, without fixed fees, which have no day. */
export const unbilledSumsUntil = (
  { accountId, timeZone }: Pick<Context, 'accountId' | 'timeZone'>,
  to: DateOnly,
): RawBuilder<ProjectSum> => unbilled.unbilledSums(accountId, timeZone, { to }, true)

export async function sumUpUnbilled(ctx: Context, filter: WorkFilter): Promise<UnbilledSums> {
  const projects = await sumUpByProject(ctx, filter)
  const rates = await ratesFor(
    ctx,
    projects.map(({ currency }) => currency),
  )
  const valued = projects.map((work) => valueUnbilled(work, rates).home_amount)
  return {
    home_currency: rates.home,
    home_amount: valued.reduce<MinorUnits>((sum, amount) => sum + (amount ?? 0), 0),
    is_complete: !valued.includes(null),
    sums: addUpProjects(projects),
  }
}

/** For each scope, the billed hours of its unbilled time. */
export async function unbilledHours(
  { db, accountId }: Context,
  scopes: readonly unbilled.TimeScope[],
): Promise<Seconds[]> {
  if (scopes.length === 0) return []
  const rows = await unbilled.unbilledHours(db, accountId, scopes)
  return scopes.map((_, place) => rows.find((row) => row.place === place)?.hours ?? 0)
}

/**
 * The freelancer's own unbilled work of a client in one currency, without fixed fees. It is locked until the transaction ends.
 * Lock the client and the plan's limits first, as creating an invoice does.
 */
export async function lockOwnWork(
  tx: Context,
  filter: WorkFilter & { client_id: number },
  currency: Currency,
): Promise<UnbilledProject[]> {
  const { db, accountId, timeZone } = tx
  const found = await unbilled.listIds(db, accountId, timeZone, filter, currency, MAX_UNBILLED)
  await unbilled.lockProjects(db, accountId, [
    ...new Set(found.flatMap(({ project_id }) => project_id ?? [])),
  ])
  const idsOf = (kind: unbilled.RecordKind) => found.filter((one) => one.kind === kind).map(({ id }) => id)
  const rows = await unbilled.lockUnbilled(db, accountId, timeZone, {
    time: idsOf('time'),
    expense: idsOf('expense'),
    deliverable: idsOf('deliverable'),
    milestone: idsOf('milestone'),
  })
  return byProject(tx, rows)
}

/** Bills all of this work. */
export const billOf = (work: readonly UnbilledProject[], group_by: GroupBy): Bill => {
  const feesOf = (kind: 'deliverable' | 'milestone') =>
    work.flatMap(({ fees }) => fees.filter((fee) => fee.kind === kind).map(({ id }) => id))
  return {
    time_entry_ids: work.flatMap(({ time }) => time.map(({ id }) => id)),
    expense_ids: work.flatMap(({ expenses }) => expenses.map(({ id }) => id)),
    deliverable_ids: feesOf('deliverable'),
    milestone_ids: feesOf('milestone'),
    fixed_fees: [],
    group_by,
  }
}

/** The projects that the work belongs to, and null if some belongs to none. */
export const projectsToBill = ({ db, accountId }: Context, bill: Bill): Promise<(number | null)[]> =>
  unbilled
    .projectsOf(db, accountId, idsIn(bill))
    .then((projects) => [...new Set([...projects, ...bill.fixed_fees.map(({ project_id }) => project_id)])])

const idsIn = (bill: Bill): unbilled.WorkIds => ({
  time: bill.time_entry_ids,
  expense: bill.expense_ids,
  deliverable: bill.deliverable_ids,
  milestone: bill.milestone_ids,
})

/** The work that is to be billed to a client, which must be unbilled. It is locked until the transaction ends. */
export async function lockWork(tx: Context, bill: Bill, client: { id: number }): Promise<UnbilledProject[]> {
  const { db, accountId, timeZone } = tx
  const fees = await lockFixedFees(tx, bill)
  const ids = idsIn(bill)
  const rows = await unbilled.lockUnbilled(db, accountId, timeZone, ids)
  for (const kind of unbilled.RECORD_KINDS) {
    const found = new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id))
    const missing = ids[kind].filter((id) => !found.has(id))
    if (missing.length > 0) await refuseToBill(tx, kind, missing)
  }
  const projects = await byProject(tx, [...rows, ...fees])
  const foreign = projects.find(({ client_id }) => client_id !== null && client_id !== client.id)
  if (foreign) {
    const what = foreign.project_name === null ? 'An expense' : `The project “${foreign.project_name}”`
    throw new Conflict(`${what} belongs to another client`)
  }
  return projects
}

/** With the amounts that are to be billed now. */
async function lockFixedFees(
  { db, accountId }: Context,
  { fixed_fees }: Bill,
): Promise<unbilled.UnbilledRow[]> {
  if (fixed_fees.length === 0) return []
  const rows = await unbilled.lockFixedFees(
    db,
    accountId,
    fixed_fees.map(({ project_id }) => project_id),
  )
  return fixed_fees.map(({ project_id, amount: entered }, index) => {
    const fee = rows.find(({ id }) => id === project_id)
    if (!fee) {
      throw new Conflict('Nothing is left to bill of the fixed fee of this project', { code: 'billed' })
    }
    const amount = requireMinorUnits(entered, fee.currency, `bill.fixed_fees.${index}.amount`)
    if (amount > fee.amount) {
      const left = formatMoney(fee.amount, fee.currency)
      throw new Conflict(`Only ${left} is left of the fixed fee of “${fee.description}”`, { code: 'billed' })
    }
    return { ...fee, amount }
  })
}

const NOUNS: Record<unbilled.RecordKind, { one: string; many: string; notFound: string }> = {
  time: { one: 'This time', many: 'time entries', notFound: 'Time entry not found' },
  expense: { one: 'This expense', many: 'expenses', notFound: 'Expense not found' },
  deliverable: { one: 'This deliverable', many: 'deliverables', notFound: 'Deliverable not found' },
  milestone: { one: 'This milestone', many: 'milestones', notFound: 'Milestone not found' },
}

/** Says why these records cannot be billed. */
async function refuseToBill(
  { db, accountId }: Context,
  kind: unbilled.RecordKind,
  ids: number[],
): Promise<never> {
  const records = await claims.findRecords(db, accountId, kind, ids)
  const { one, many, notFound } = NOUNS[kind]
  if (records.length < ids.length) throw new NotFound(notFound)
  const billed = records.filter(({ is_billed }) => is_billed)
  const where = whereBilled(billed[0])
  if (billed.length === 1) throw new Conflict(`${one} is already billed ${where}`, { code: 'billed' })
  if (billed.length > 1) {
    throw new Conflict(`${formatCount(billed.length)} ${many} are already billed, the first ${where}`, {
      code: 'billed',
    })
  }
  throw new Conflict(
    ids.length === 1 ? `${one} cannot be billed` : `${ids.length} ${many} cannot be billed`,
    {
      details: 'Only billable time and expenses, approved deliverables and completed milestones can.',
    },
  )
}

const whereBilled = (status: BillingStatus | undefined): string =>
  status?.invoice ? `on ${billedOn(status.invoice)}` : 'elsewhere'

/** Puts the locked work on the lines that were made of it. */
export async function claimWork(
  { db, accountId }: Context,
  lines: { item_id: number; kind: WorkKind; ids: number[] }[],
): Promise<void> {
  for (const kind of unbilled.RECORD_KINDS) {
    const claimed = lines
      .filter((line) => line.kind === kind)
      .flatMap(({ ids, item_id }) => ids.map((id) => ({ id, item_id })))
    if (claimed.length === 0) continue
    const count = await claims.claim(db, accountId, kind, claimed)
    if (count !== claimed.length)
      throw new Conflict('Some of this work is already billed', { code: 'billed' })
    if (kind === 'deliverable') {
      await claims.rememberVersions(
        db,
        accountId,
        claimed.map(({ item_id }) => item_id),
      )
    }
  }
}

/** Frees the work of an invoice that is deleted or cancelled, or of one of its lines. */
export const releaseWork = (
  { db, accountId }: Context,
  invoiceId: number,
  itemId: number | null = null,
): Promise<void> => claims.release(db, accountId, invoiceId, itemId)

/** Takes the work back that an invoice billed before its lines were removed or it was cancelled. 409 if it is billed again. */
export async function reclaimWork({ db, accountId }: Context, invoiceId: number): Promise<void> {
  for (const kind of unbilled.RECORD_KINDS) {
    const taken = await claims.reclaim(db, accountId, invoiceId, kind)
    if (!taken) continue
    throw new Conflict(`Work on this invoice is now billed ${whereBilled(taken)}`, { code: 'billed' })
  }
  const fee = await claims.reclaimFees(db, accountId, invoiceId)
  if (fee) {
    throw new Conflict(`The fixed fee of “${fee.project_name}” is now billed on ${billedOn(fee)}`, {
      code: 'billed',
    })
  }
}

/** True if an invoice bills work, so that client and currency stay. */
export const billsWork = ({ db, accountId }: Context, invoiceId: number): Promise<boolean> =>
  claims.billsWork(db, accountId, invoiceId)

/** Work under its project, the projects by name; then expenses without one, under their client. */
async function byProject(
  { db, accountId, currency }: Context,
  rows: readonly unbilled.UnbilledRow[],
): Promise<UnbilledProject[]> {
  const groups = Map.groupBy(rows, groupKey)
  const ids = [...new Set(rows.flatMap(({ project_id }) => project_id ?? []))]
  const clientIds = [...new Set(rows.flatMap((row) => clientWithoutProject(row) ?? []))]
  const owners: unbilled.ProjectOfWork[] = [
    ...(await unbilled.findProjects(db, accountId, ids)),
    ...(await unbilled.findClients(db, accountId, clientIds)).map((client) => ({ ...NO_PROJECT, ...client })),
    { ...NO_PROJECT, client_id: null, client_name: null, currency },
  ]
  return owners
    .flatMap((owner) => {
      const found = groups.get(groupKey(owner))
      return found ? [withWork(owner, found)] : []
    })
    .sort(byName)
}

const NO_PROJECT = { project_id: null, project_name: null, fixed_fee: null } as const

const clientWithoutProject = (row: unbilled.UnbilledRow): number | null =>
  row.kind === 'expense' && row.project_id === null ? row.client_id : null

const groupKey = (of: { project_id: number | null; client_id?: number | null }): string =>
  of.project_id === null ? `client ${of.client_id ?? ''}` : `project ${of.project_id}`

function withWork(owner: unbilled.ProjectOfWork, rows: readonly unbilled.UnbilledRow[]): UnbilledProject {
  const group: UnbilledProject = { ...owner, time: [], expenses: [], fees: [], sums: [] }
  for (const row of rows) addTo(group, row)
  return { ...group, fees: group.fees.toSorted(byAge), sums: sumsOf([group]) }
}

const byName = (a: UnbilledProject, b: UnbilledProject): number =>
  Number(a.project_id === null) - Number(b.project_id === null) ||
  (a.project_name ?? a.client_name ?? '').localeCompare(b.project_name ?? b.client_name ?? '') ||
  (a.project_id ?? 0) - (b.project_id ?? 0)

const oldest = (rows: unbilled.UnbilledRow[], count: number): unbilled.UnbilledRow[] =>
  rows.length > count ? rows.toSorted(byAge).slice(0, count) : rows

type Dated = Pick<unbilled.UnbilledRow, 'date' | 'kind' | 'id'>

/** The oldest first; fixed fees, which have no date, last. */
const byAge = (a: Dated, b: Dated): number =>
  compare(a.date ?? NO_DATE, b.date ?? NO_DATE) || compare(a.kind, b.kind) || a.id - b.id

const NO_DATE = '9999-12-31'

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

function addTo({ time, expenses, fees }: UnbilledProject, row: unbilled.UnbilledRow): void {
  const { id, description } = row
  if (row.kind === 'time') {
    const { date, hours, billed_hours, rate, rate_unit, rate_hours, is_fixed, amount } = row
    time.push({ id, date, description, hours, billed_hours, rate, rate_unit, rate_hours, is_fixed, amount })
  } else if (row.kind === 'expense') {
    const { date, category, currency, amount } = row
    expenses.push({ id, date, description, category, currency, amount })
  } else {
    const { kind, date, version, approved_by, amount } = row
    fees.push({ kind, id, date, description, version, approved_by, amount })
  }
}
