import { z } from 'zod'
import type { IfMatch, Page, PageQuery } from '#core/endpoint.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Seconds } from '#core/units.ts'
import {
  findOnlyActiveProject,
  findProjectToWorkOn,
  type ProjectToWorkOn,
  requireProject,
} from '#features/engagement/projects/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { listHistory } from '#features/foundation/audit/actions.ts'
import type { HistoryEntry } from '#features/foundation/audit/contract.ts'
import { profileOf } from '#features/foundation/business/actions.ts'
import { requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import { defineRemoval, removeRows } from '#features/foundation/removals/actions.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { requireNotOnInvoice } from '#features/work/billing-status/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound, ValidationError } from '#server/errors.ts'
import { isStale, refuseStale, requireVersion } from '#server/http/version.ts'
import {
  type ListedTimeEntry,
  TimeEntry,
  type TimeEntryFilter,
  type TimeEntryInput,
  type TimeEntryListQuery,
  type TimeSummary,
  type TimeTotals,
  type TimeWeek,
} from '../contract.ts'
import {
  addUp,
  describeRateChange,
  type EntryRate,
  isTooShort,
  type Measured,
  measuredAfter,
  NOT_MEASURED,
  rateOfEntry,
  TOO_SHORT,
  weekBefore,
  weekFrom,
  weekOf,
} from '../rules.ts'
import * as store from '../store.ts'

export const listTimeEntries = (
  { db, accountId }: Context,
  query: PageQuery & TimeEntryListQuery,
): Promise<Page<ListedTimeEntry>> => store.listTimeEntries(db, accountId, query)

export const sumTimeEntries = async (
  { db, accountId }: Context,
  filter: Pick<PageQuery, 'q'> & TimeEntryFilter,
): Promise<TimeTotals> => addUp(await store.sumTimeEntries(db, accountId, filter))

export async function summariseTime(ctx: Context): Promise<TimeSummary> {
  const { db, accountId, today } = ctx
  const { week_starts_on } = await profileOf(ctx)
  const sums = await store.sumHours(db, accountId, today, weekOf(today, week_starts_on))
  return { ...sums, week_starts_on, last_project: await lastProject(ctx) }
}

export async function timeOfWeek(ctx: Context, date = ctx.today): Promise<TimeWeek> {
  const { week_starts_on } = await profileOf(ctx)
  const week = weekOf(date, week_starts_on)
  return weekFrom(week, await store.listTimeOfDays(ctx.db, ctx.accountId, weekBefore(week).from, week.to))
}

async function lastProject(ctx: Context): Promise<TimeSummary['last_project']> {
  const id = await store.lastProjectId(ctx.db, ctx.accountId)
  const project = id === undefined ? undefined : await findProjectToWorkOn(ctx, id)
  return project && project.status !== 'cancelled' ? project : ((await findOnlyActiveProject(ctx)) ?? null)
}

export async function getTimeEntry({ db, accountId }: Context, id: number): Promise<TimeEntry> {
  return (await store.findTimeEntry(db, accountId, id)) ?? notFound()
}

/** The rate is all of a time entry whose changes are kept. */
export async function timeEntryHistory(
  ctx: Context,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const { currency } = await getTimeEntry(ctx, id)
  const written = { currency, home: ctx.currency, locale: ctx.locale }
  return listHistory(ctx, { subject: 'time_entry', id }, query, (change) =>
    describeRateChange(change, written),
  )
}

export function logTime(ctx: Context, { date, hours, ...work }: TimeEntryInput): Promise<TimeEntry> {
  return inTransaction(ctx, async (tx) => {
    const project = await requireProject(tx, work.project_id)
    const [entry] = await logOnProject(tx, project, work, [{ date, hours, ...NOT_MEASURED }])
    if (!entry) throw new Error('logging time returned no entry')
    return entry
  })
}

/** Time on one project, all of the same work: an entry for each part. */
export async function logOnProject(
  tx: Context,
  project: ProjectToWorkOn,
  work: Pick<TimeEntryInput, 'description' | 'is_billable'>,
  parts: readonly (Measured & Pick<TimeEntryInput, 'date' | 'hours'>)[],
): Promise<TimeEntry[]> {
  requireNotCancelled(project)
  const { id: project_id, name: project_name, client_id, client_name, currency } = project
  const entries = parts.map((part) => valuesOf({ ...work, ...part, project_id }, project))
  const inserted = await store.insertTimeEntries(tx.db, tx.accountId, entries, tx.now)
  const logged = entries.flatMap((entry, index) => {
    const row = inserted[index]
    return row ? [{ ...entry, ...row, project_name, client_id, client_name, currency, invoice: null }] : []
  })
  for (const time_entry of logged)
    await recordActivity(tx, { type: 'time_entry.created', time_entry, project })
  return logged
}

export function updateTimeEntry(
  ctx: Context,
  id: number,
  input: TimeEntryInput,
  ifMatch: IfMatch = null,
): Promise<TimeEntry> {
  return inTransaction(ctx, async (tx) => {
    const before = (await store.lockTimeEntry(tx.db, ctx.accountId, id)) ?? notFound()
    requireNotOnInvoice('This time', before)
    if (isStale(before, ifMatch)) refuseStale('time entry', TimeEntry, await getTimeEntry(tx, id))
    if (isTooShort(input.hours, before)) throw new ValidationError({ hours: TOO_SHORT })
    const project = await requireProject(tx, input.project_id)
    const stays = project.id === before.project_id
    if (!stays) requireNotCancelled(project)
    const measured = { ...input, ...measuredAfter(before, input) }
    const entry = valuesOf(measured, project, stays ? before : undefined)
    await store.updateTimeEntry(tx.db, ctx.accountId, id, entry)
    await recordActivity(tx, { type: 'time_entry.updated', time_entry: { ...input, id }, project })
    return getTimeEntry(tx, id)
  })
}

export function deleteTimeEntry(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<Removed> {
  return inTransaction(ctx, async (tx) => {
    await store.lockTimeEntry(tx.db, ctx.accountId, id)
    const entry = await getTimeEntry(tx, id)
    requireNotOnInvoice('This time', entry)
    requireVersion('time entry', TimeEntry, entry, ifMatch)
    const removal_id = await removeRows(
      tx,
      timeEntryRemoval,
      { table: 'time_entries', ids: [id], versioned: true },
      { ids: [id] },
    )
    await recordActivity(
      tx,
      { type: 'time_entry.deleted', time_entry: entry, project: projectOf(entry) },
      removal_id,
    )
    return { success: true, removal_id }
  })
}

export const timeEntryRemoval = defineRemoval({
  kind: 'time_entries',
  data: z.object({ ids: z.array(z.int()) }),
  belongsTo: 'project',
  async undo(tx, { ids }, restoreRows) {
    await restoreRows()
    const [id, another] = ids
    if (id === undefined || another !== undefined) {
      const hours = await store.sumHoursOf(tx.db, tx.accountId, ids)
      await recordActivity(tx, { type: 'time_entries.restored', count: ids.length, hours })
      return
    }
    const entry = await getTimeEntry(tx, id)
    await recordActivity(tx, { type: 'time_entry.restored', time_entry: entry, project: projectOf(entry) })
  },
})

const projectOf = ({ project_id, project_name }: TimeEntry) => ({
  id: project_id,
  name: project_name ?? 'Unknown Project',
})

function valuesOf(
  { rate: entered, rate_unit, ...input }: TimeEntryInput & Measured,
  project: ProjectToWorkOn,
  before?: EntryRate & { hours: Seconds; fixed_amount: MinorUnits | null },
): store.TimeEntryValues {
  const rate =
    entered === null || entered === undefined ? entered : requireMinorUnits(entered, project.currency, 'rate')
  const { rate: given, rate_hours } = rateOfEntry({ rate, rate_unit }, project, before)
  // An imported amount stays until its hours or its rate change.
  const isSameTime = before?.hours === input.hours && given === null
  return { ...input, rate: given, rate_hours, fixed_amount: isSameTime ? before.fixed_amount : null }
}

/** A cancelled project keeps its time, which can be corrected; new time on it is most likely a mistake. */
export function requireNotCancelled({ name, status }: ProjectToWorkOn): void {
  if (status !== 'cancelled') return
  throw new Conflict(`The project “${name}” is cancelled`, {
    code: 'project_cancelled',
    details: 'Reactivate the project before you log time on it.',
  })
}

function notFound(): never {
  throw new NotFound('Time entry not found')
}
