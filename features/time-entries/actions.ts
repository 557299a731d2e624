import type { IfMatch, Page, PageQuery } from '#core/endpoint.ts'
import { recordActivity } from '#features/activity/actions.ts'
import { adopt, adoptRecord } from '#features/adoption/actions.ts'
import { type LockedProject, requireProject } from '#features/projects/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { isStale, refuseStale, requireVersion } from '#server/http/version.ts'
import {
  type ListedTimeEntry,
  TimeEntry,
  type TimeEntryFilter,
  type TimeEntryInput,
  type TimeSummary,
  type TimeTotals,
} from './contract.ts'
import { weekOf } from './rules.ts'
import * as store from './store.ts'

export const listTimeEntries = (
  { db, accountId }: Context,
  query: PageQuery & TimeEntryFilter,
): Promise<Page<ListedTimeEntry>> => store.listTimeEntries(db, accountId, query)

export const sumTimeEntries = (
  { db, accountId }: Context,
  filter: Pick<PageQuery, 'q'> & TimeEntryFilter,
): Promise<TimeTotals> => store.sumTimeEntries(db, accountId, filter)

export async function summariseTime({ db, accountId, today }: Context): Promise<TimeSummary> {
  const sums = await store.sumHours(db, accountId, today, weekOf(today))
  return { ...sums, last_project: await store.lastProject(db, accountId) }
}

export async function getTimeEntry({ db, accountId }: Context, id: number): Promise<TimeEntry> {
  return (await store.findTimeEntry(db, accountId, id)) ?? notFound()
}

export function logTime(ctx: Context, input: TimeEntryInput): Promise<TimeEntry> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { project: input.project_id })
    const project = await requireProject(tx, input.project_id)
    requireNotCancelled(project)
    const { id, version } = await store.insertTimeEntry(tx.db, ctx.accountId, input, ctx.now)
    await recordActivity(tx, { type: 'time_entry.created', time_entry: { ...input, id }, project })
    return { id, ...input, project_name: project.name, client_name: project.client_name, version }
  })
}

export function updateTimeEntry(
  ctx: Context,
  id: number,
  input: TimeEntryInput,
  ifMatch: IfMatch = null,
): Promise<TimeEntry> {
  return inTransaction(ctx, async (tx) => {
    await adoptRecord(tx, 'time_entries', id, input.project_id)
    const before = (await store.lockTimeEntry(tx.db, ctx.accountId, id)) ?? notFound()
    if (isStale(before, ifMatch)) refuseStale('time entry', TimeEntry, await getTimeEntry(tx, id))
    const project = await requireProject(tx, input.project_id)
    if (project.id !== before.project_id) requireNotCancelled(project)
    await store.updateTimeEntry(tx.db, ctx.accountId, id, input)
    await recordActivity(tx, { type: 'time_entry.updated', time_entry: { ...input, id }, project })
    return getTimeEntry(tx, id)
  })
}

export function deleteTimeEntry(
  ctx: Context,
  id: number,
  ifMatch: IfMatch = null,
): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    await store.lockTimeEntry(tx.db, ctx.accountId, id)
    const entry = await getTimeEntry(tx, id)
    requireVersion('time entry', TimeEntry, entry, ifMatch)
    await store.removeTimeEntry(tx.db, ctx.accountId, id)
    await recordActivity(tx, {
      type: 'time_entry.deleted',
      time_entry: entry,
      project: { id: entry.project_id, name: entry.project_name ?? 'Unknown Project' },
    })
    return { success: true }
  })
}

/** A cancelled project keeps its time, which can be corrected; new time on it is most likely a mistake. */
function requireNotCancelled({ name, status }: LockedProject): void {
  if (status !== 'cancelled') return
  throw new Conflict(`The project “${name}” is cancelled`, {
    code: 'project_cancelled',
    details: 'Reactivate the project before you log time on it.',
  })
}

function notFound(): never {
  throw new NotFound('Time entry not found')
}
