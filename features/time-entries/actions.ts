import type { Page, PageQuery } from '#core/endpoint.ts'
import { formatHundredths } from '#core/format.ts'
import type { OfProject } from '#core/schemas.ts'
import { recordActivity } from '#features/activity/actions.ts'
import { type HeldProject, requireProject } from '#features/projects/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { ListedTimeEntry, TimeEntry, TimeEntryInput, TimeSummary } from './contract.ts'
import { weekOf } from './rules.ts'
import * as store from './store.ts'

export const listTimeEntries = (
  { db, accountId }: Context,
  query: PageQuery & OfProject,
): Promise<Page<ListedTimeEntry>> => store.listTimeEntries(db, accountId, query)

export const summariseTime = ({ db, accountId, today }: Context): Promise<TimeSummary> =>
  store.sumHours(db, accountId, today, weekOf(today))

export async function getTimeEntry({ db, accountId }: Context, id: number): Promise<TimeEntry> {
  return (await store.findTimeEntry(db, accountId, id)) ?? notThere()
}

export function logTime(ctx: Context, input: TimeEntryInput): Promise<TimeEntry> {
  return inTransaction(ctx, async (tx) => {
    const project = await requireProject(tx, input.project_id)
    requireNotCancelled(project)
    const id = await store.insertTimeEntry(tx.db, ctx.accountId, input, ctx.now)
    await recordActivity(tx, 'time', 'Time logged', describe(input, project.name))
    return { id, ...input, project_name: project.name, client_name: project.clientName }
  })
}

export function updateTimeEntry(ctx: Context, id: number, input: TimeEntryInput): Promise<TimeEntry> {
  return inTransaction(ctx, async (tx) => {
    const before = (await store.lockTimeEntry(tx.db, ctx.accountId, id)) ?? notThere()
    const project = await requireProject(tx, input.project_id)
    if (project.id !== before.projectId) requireNotCancelled(project)
    await store.updateTimeEntry(tx.db, ctx.accountId, id, input)
    await recordActivity(tx, 'time', 'Time entry updated', describe(input, project.name))
    return getTimeEntry(tx, id)
  })
}

export function deleteTimeEntry(ctx: Context, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    await store.lockTimeEntry(tx.db, ctx.accountId, id)
    const entry = await getTimeEntry(tx, id)
    await store.removeTimeEntry(tx.db, ctx.accountId, id)
    await recordActivity(tx, 'time', 'Time entry deleted', describe(entry, entry.project_name))
    return { success: true }
  })
}

/** A cancelled project keeps its time, which can be put right; new time on it is most likely a slip. */
function requireNotCancelled({ name, status }: HeldProject): void {
  if (status !== 'cancelled') return
  throw new Conflict(
    `The project “${name}” is cancelled`,
    'Reactivate the project before you log time on it.',
  )
}

const describe = ({ hours }: Pick<TimeEntry, 'hours'>, project: string | null) =>
  `${formatHundredths(hours)} h on ${project ?? 'Unknown Project'}`

function notThere(): never {
  throw new NotFound('Time entry not found')
}
