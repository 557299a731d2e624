import { z } from 'zod'
import type { Currency } from '#core/currency.ts'
import type { EnteredMoney, MinorUnits } from '#core/money.ts'
import { isReordering, ORDER_IS_STALE } from '#core/order.ts'
import type { Decision } from '#features/engagement/approvals/contract/decisions.ts'
import { addUnreadForClient } from '#features/engagement/notifications/actions/unread.ts'
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
import { announce } from '#features/work/client-news/actions.ts'
import { type Context, inTransaction, visitorOf } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { type Deliverable, type DeliverableInput, MAX_DELIVERABLES } from '../contract.ts'
import * as rules from '../rules.ts'
import * as store from '../store.ts'

export async function listDeliverables(ctx: Context, projectId: number): Promise<Deliverable[]> {
  await getProject(ctx, projectId)
  return (await store.listDeliverables(ctx.db, ctx.accountId, projectId)).map(toDeliverable)
}

/**
 * Deliverables that the acting client sees in their own project: versions that were submitted to this client, and to
 * no other client since.
 */
export async function sharedDeliverables(ctx: Context, projectId: number) {
  const { clientId } = visitorOf(ctx)
  const all = await store.listDeliverables(ctx.db, ctx.accountId, projectId)
  return all.flatMap(({ id, status, versions, fee, currency, is_billed }) => {
    const [last] = versions
    if (!last || last.client_id !== clientId || status === 'draft') return []
    const { title, description, version, file, submitted_at, decision } = last
    return {
      id,
      fee,
      currency,
      is_billed,
      title,
      description,
      status,
      version,
      file,
      submitted_at,
      ...outcomeOf(decision),
      versions: versions.filter(({ client_id }) => client_id === clientId),
    }
  })
}

export function createDeliverable(
  ctx: Context,
  projectId: number,
  input: DeliverableInput,
): Promise<Deliverable> {
  return inTransaction(ctx, async (tx) => {
    const project = await lockProject(tx, projectId)
    const { last } = await requireRoom(tx, projectId)
    const values = valuesOf(input, project, null)
    const id = await store.insertDeliverable(tx.db, ctx.accountId, projectId, values, last + 1, ctx.now)
    await recordActivity(tx, { type: 'deliverable.created', deliverable: { ...input, id }, project })
    return getDeliverable(tx, projectId, id)
  })
}

/** Call it under the project's lock. */
async function requireRoom({ db, accountId }: Context, projectId: number): Promise<{ last: number }> {
  const { count, last } = await store.countDeliverables(db, accountId, projectId)
  if (count >= MAX_DELIVERABLES) throw new Conflict(`A project has at most ${MAX_DELIVERABLES} deliverables`)
  return { last }
}

export function updateDeliverable(
  ctx: Context,
  projectId: number,
  id: number,
  input: DeliverableInput,
): Promise<Deliverable> {
  return inTransaction(ctx, async (tx) => {
    const { deliverable: before, project, approvedFee } = await lockDeliverable(tx, projectId, id)
    const values = valuesOf(input, project, before.fee)
    if (values.fee !== before.fee) requireFeeChangeable(before, approvedFee)
    await store.updateDeliverable(tx.db, ctx.accountId, id, values)
    await recordActivity(tx, { type: 'deliverable.updated', deliverable: { ...input, id }, project })
    return getDeliverable(tx, projectId, id)
  })
}

/** Refuses another fee for an approved deliverable until there is a new version. */
function requireFeeChangeable(before: Deliverable, approvedFee: MinorUnits | null): void {
  requireNotOnInvoice('The fee of this deliverable', before)
  if (before.status !== 'approved' || approvedFee === null) return
  throw new Conflict('Your client has approved this fee. Submit a new version first to change it.')
}

const valuesOf = (
  { fee, ...input }: DeliverableInput,
  { currency }: ProjectToWorkOn,
  before: MinorUnits | null,
): store.DeliverableValues => ({
  ...input,
  fee: fee === undefined ? before : feeIn(fee, currency),
})

export const feeIn = (fee: EnteredMoney | null, currency: Currency): MinorUnits | null =>
  fee === null ? null : requireMinorUnits(fee, currency, 'fee')

export function reorderDeliverables(ctx: Context, projectId: number, ids: number[]): Promise<Deliverable[]> {
  return inTransaction(ctx, async (tx) => {
    await lockProject(tx, projectId)
    const before = await store.listDeliverables(tx.db, ctx.accountId, projectId)
    if (!isReordering(before, ids)) throw new Conflict(ORDER_IS_STALE)
    await store.orderDeliverables(tx.db, ctx.accountId, projectId, ids)
    return (await store.listDeliverables(tx.db, ctx.accountId, projectId)).map(toDeliverable)
  })
}

export function removeDeliverable(ctx: Context, projectId: number, id: number): Promise<Removed> {
  return inTransaction(ctx, async (tx) => {
    const { deliverable, project } = await lockDeliverable(tx, projectId, id)
    if (!rules.mayDelete(deliverable.versions)) {
      throw new Conflict('The client has already decided on this deliverable, so it cannot be deleted')
    }
    const removal_id = await removeRows(
      tx,
      deliverableRemoval,
      { table: 'deliverables', ids: [id] },
      { project_id: projectId, id },
    )
    await recordActivity(tx, { type: 'deliverable.deleted', deliverable, project }, removal_id)
    return { success: true, removal_id }
  })
}

export const deliverableRemoval = defineRemoval({
  kind: 'deliverable',
  data: z.object({ project_id: z.int(), id: z.int() }),
  belongsTo: 'project',
  async undo(tx, { project_id, id }, restoreRows) {
    const project = await lockProject(tx, project_id)
    await requireRoom(tx, project_id)
    await restoreRows()
    const deliverable = await getDeliverable(tx, project_id, id)
    await recordActivity(tx, { type: 'deliverable.restored', deliverable, project })
  },
})

/** Makes a version of the working copy, for the project's client to decide on. */
export function submitDeliverable(ctx: Context, projectId: number, id: number): Promise<Deliverable> {
  return inTransaction(ctx, async (tx) => {
    const { deliverable, project, lastClient } = await lockDeliverable(tx, projectId, id)
    if (project.client_id === null) {
      throw new Conflict('This project has no client to approve it. Choose a client first.')
    }
    if (!rules.maySubmit(deliverable, project.client_id !== lastClient)) {
      throw new Conflict(
        deliverable.status === 'approved'
          ? 'The client has approved exactly this. Change something before you submit it again.'
          : 'This has already been submitted and is waiting for the client.',
      )
    }
    const version = deliverable.version + 1
    await store.insertVersion(tx.db, ctx.accountId, id, version, project.client_id, ctx.now)
    await recordActivity(tx, {
      type: 'deliverable.submitted',
      deliverable: { ...deliverable, version },
      project,
    })
    await announce(tx, {
      client_id: project.client_id,
      project_id: projectId,
      subject: { deliverable_id: id },
    })
    await addUnreadForClient(tx, {
      client_id: project.client_id,
      project_id: projectId,
      deliverable_id: id,
    })
    return getDeliverable(tx, projectId, id)
  })
}

export async function getDeliverable(ctx: Context, projectId: number, id: number): Promise<Deliverable> {
  const found = await store.findDeliverable(ctx.db, ctx.accountId, id)
  return found?.project_id === projectId ? toDeliverable(found) : notFound()
}

export async function lockDeliverable(tx: Context, projectId: number, id: number) {
  const project = await requireProject(tx, projectId)
  await store.lockDeliverable(tx.db, tx.accountId, id)
  const found = await store.findDeliverable(tx.db, tx.accountId, id)
  if (found?.project_id !== projectId) notFound()
  return {
    deliverable: toDeliverable(found),
    project,
    lastClient: found.versions[0]?.client_id,
    approvedFee: found.versions[0]?.approved_fee ?? null,
  }
}

function toDeliverable(stored: store.StoredDeliverable): Deliverable {
  const base = `/api/projects/${stored.project_id}/deliverables/${stored.id}`
  const versions = stored.versions.map(({ client_id, approved_fee, ...version }) => ({
    ...version,
    file_url: version.file ? `${base}/versions/${version.version}/file` : version.link_url,
  }))
  const [last] = versions
  return {
    ...stored,
    file_url: stored.file ? `${base}/file` : stored.link_url,
    has_changes: rules.hasChanges(stored, last),
    submitted_at: last?.submitted_at ?? null,
    ...outcomeOf(last?.decision ?? null),
    versions,
  }
}

const outcomeOf = (decision: Decision | null) => ({
  approved_at: decision?.decision === 'approved' ? decision.decided_at : null,
  rejected_at: decision?.decision === 'rejected' ? decision.decided_at : null,
  feedback: decision?.feedback || null,
})

export function notFound(): never {
  throw new NotFound('Deliverable not found')
}
