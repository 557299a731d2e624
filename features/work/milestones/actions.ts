import { z } from 'zod'
import { isReordering, ORDER_IS_STALE } from '#core/order.ts'
import {
  getProject,
  lockProject,
  type ProjectToWorkOn,
  requireProject,
} from '#features/engagement/projects/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import { defineRemoval, removeRows } from '#features/foundation/removals/actions.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { requireNotOnInvoice } from '#features/work/billing-status/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { MAX_MILESTONES, type Milestone, type MilestoneInput } from './contract.ts'
import { sameOnInvoice } from './rules.ts'
import * as store from './store.ts'

export async function listMilestones(ctx: Context, projectId: number): Promise<Milestone[]> {
  await getProject(ctx, projectId)
  return store.listMilestones(ctx.db, ctx.accountId, projectId)
}

/** The caller has checked that the project may be seen. */
export const milestonesOf = ({ db, accountId }: Context, projectId: number): Promise<Milestone[]> =>
  store.listMilestones(db, accountId, projectId)

export function createMilestone(ctx: Context, projectId: number, input: MilestoneInput): Promise<Milestone> {
  return inTransaction(ctx, async (tx) => {
    const project = await lockProject(tx, projectId)
    const { last } = await requireRoom(tx, projectId)
    const { db } = tx
    const values = valuesOf(tx, input, project, NEW)
    const milestone = await store.insertMilestone(db, ctx.accountId, projectId, values, last + 1, ctx.now)
    await recordActivity(tx, { type: 'milestone.created', milestone, project })
    return milestone
  })
}

/** Call it under the project's lock. */
async function requireRoom({ db, accountId }: Context, projectId: number): Promise<{ last: number }> {
  const { count, last } = await store.countMilestones(db, accountId, projectId)
  if (count >= MAX_MILESTONES) throw new Conflict(`A project has at most ${MAX_MILESTONES} milestones`)
  return { last }
}

export function updateMilestone(
  ctx: Context,
  projectId: number,
  id: number,
  input: MilestoneInput,
): Promise<Milestone> {
  return inTransaction(ctx, async (tx) => {
    const project = await requireProject(tx, projectId)
    const before = (await store.lockMilestone(tx.db, ctx.accountId, projectId, id)) ?? notFound()
    const values = valuesOf(tx, input, project, before)
    if (!sameOnInvoice(before, values)) requireNotOnInvoice('This milestone', before)
    const milestone = (await store.updateMilestone(tx.db, ctx.accountId, projectId, id, values)) ?? notFound()
    const completed = values.status === 'completed' && before.status !== 'completed'
    const type = completed ? 'milestone.completed' : 'milestone.updated'
    await recordActivity(tx, { type, milestone, project })
    return milestone
  })
}

export function reorderMilestones(ctx: Context, projectId: number, ids: number[]): Promise<Milestone[]> {
  return inTransaction(ctx, async (tx) => {
    await lockProject(tx, projectId)
    const before = await store.listMilestones(tx.db, ctx.accountId, projectId)
    if (!isReordering(before, ids)) throw new Conflict(ORDER_IS_STALE)
    await store.orderMilestones(tx.db, ctx.accountId, projectId, ids)
    return store.listMilestones(tx.db, ctx.accountId, projectId)
  })
}

export function removeMilestone(ctx: Context, projectId: number, id: number): Promise<Removed> {
  return inTransaction(ctx, async (tx) => {
    const project = await requireProject(tx, projectId)
    const milestone = (await store.lockMilestone(tx.db, ctx.accountId, projectId, id)) ?? notFound()
    requireNotOnInvoice('This milestone', milestone)
    const removal_id = await removeRows(
      tx,
      milestoneRemoval,
      { table: 'milestones', ids: [id] },
      { project_id: projectId, id },
    )
    await recordActivity(tx, { type: 'milestone.deleted', milestone, project }, removal_id)
    return { success: true, removal_id }
  })
}

export const milestoneRemoval = defineRemoval({
  kind: 'milestone',
  data: z.object({ project_id: z.int(), id: z.int() }),
  belongsTo: 'project',
  async undo(tx, { project_id, id }, restoreRows) {
    const project = await lockProject(tx, project_id)
    await requireRoom(tx, project_id)
    await restoreRows()
    const milestone = (await store.lockMilestone(tx.db, tx.accountId, project_id, id)) ?? notFound()
    await recordActivity(tx, { type: 'milestone.restored', milestone, project })
  },
})

const NEW: Before = { status: 'pending', completed_on: null, fee: null }

type Before = Pick<Milestone, 'status' | 'completed_on' | 'fee'>

function valuesOf(
  { today }: Context,
  { fee, status: given, ...input }: MilestoneInput,
  { currency }: ProjectToWorkOn,
  before: Before,
): store.MilestoneValues {
  const status = given ?? before.status
  return {
    ...input,
    status,
    completed_on: status === 'completed' ? (before.completed_on ?? today) : null,
    fee: fee === undefined ? before.fee : fee && requireMinorUnits(fee, currency, 'fee'),
  }
}

function notFound(): never {
  throw new NotFound('Milestone not found')
}
