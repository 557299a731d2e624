import type { Seconds } from '#core/units.ts'
import { requireProject } from '#features/engagement/projects/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { removeRows } from '#features/foundation/removals/actions.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { TimeEntriesChange, TimeEntry } from '../contract.ts'
import { billedAmong } from '../rules.ts'
import * as store from '../store.ts'
import { getTimeEntry, requireNotCancelled, timeEntryRemoval } from './time-entries.ts'

export function changeTimeEntries(
  ctx: Context,
  { ids, change: { project_id, ...change } }: TimeEntriesChange,
): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    const { db, accountId } = tx
    const chosen = await lockChosen(tx, ids)
    const project = project_id === undefined ? undefined : await requireProject(tx, project_id)
    if (project) requireNotCancelled(project)
    await store.updateTimeEntries(db, accountId, ids, { ...change, ...(project && { project }) })
    await recordActivity(tx, { type: 'time_entries.updated', ...chosen })
    return { success: true }
  })
}

export function deleteTimeEntries(ctx: Context, ids: number[]): Promise<Removed> {
  return inTransaction(ctx, async (tx) => {
    const chosen = await lockChosen(tx, ids)
    const rows = { table: 'time_entries', ids, versioned: true } as const
    const removal_id = await removeRows(tx, timeEntryRemoval, rows, { ids })
    await recordActivity(tx, { type: 'time_entries.deleted', ...chosen }, removal_id)
    return { success: true, removal_id }
  })
}

/** Deletes what a timer logged. Nothing offers to restore it, since the timer runs on and will log it again. */
export async function takeBackTime<Work>(
  tx: Context,
  ids: number[],
  read: (entries: TimeEntry[]) => Work,
): Promise<Work> {
  const chosen = await lockChosen(tx, ids)
  const entries: TimeEntry[] = []
  for (const id of ids) entries.push(await getTimeEntry(tx, id))
  const work = read(entries)
  await removeRows(tx, timeEntryRemoval, { table: 'time_entries', ids, versioned: true }, { ids })
  await recordActivity(tx, { type: 'time_entries.deleted', ...chosen })
  return work
}

/** All of them have to exist, and none may be on an invoice. */
async function lockChosen(
  { db, accountId }: Context,
  ids: readonly number[],
): Promise<{ count: number; hours: Seconds }> {
  const entries = await store.lockTimeEntries(db, accountId, ids)
  if (entries.length < ids.length) throw new NotFound('Some of these time entries no longer exist')
  const billed = billedAmong(entries)
  if (billed) throw new Conflict(billed, { code: 'billed' })
  return { count: entries.length, hours: entries.reduce((sum, { hours }) => sum + hours, 0) }
}
