import { z } from 'zod'
import type { IncomingFile } from '#core/endpoint.ts'
import type { MinorUnits } from '#core/money.ts'
import { isReordering, ORDER_IS_STALE } from '#core/order.ts'
import { truncateName } from '#core/text.ts'
import { FileInfo, MAX_FILE_BYTES } from '#core/uploaded-file.ts'
import { recordActivity } from '#features/activity/actions.ts'
import { adopt, adoptRecord } from '#features/adoption/actions.ts'
import { recordDecision, refuseSecondDecision, visitorOf } from '#features/approvals/actions.ts'
import type { Decision, Verdict } from '#features/approvals/contract.ts'
import { certificatePath } from '#features/approvals/rules.ts'
import { requireNotOnInvoice } from '#features/billing-status/actions.ts'
import { announce } from '#features/client-news/actions.ts'
import { requireMinorUnits } from '#features/currencies/actions.ts'
import { mailFreelancer } from '#features/notifications/actions.ts'
import { getProject, lockProject, type ProjectToWorkOn, requireProject } from '#features/projects/actions.ts'
import { defineRemoval, rememberChange, removeRows } from '#features/removals/actions.ts'
import type { Removed } from '#features/removals/contract.ts'
import { receiveUpload, withinQuota } from '#features/storage/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { BadInput, Conflict, NotFound } from '#server/errors.ts'
import { claimFile } from '#server/files/claim.ts'
import type { Download } from '#server/http/download.ts'
import { storedDownload } from '#server/http/stored-download.ts'
import { type Deliverable, type DeliverableInput, type FileRemoval, MAX_DELIVERABLES } from './contract.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

export async function listDeliverables(ctx: Context, projectId: number): Promise<Deliverable[]> {
  await getProject(ctx, projectId)
  return (await store.listDeliverables(ctx.db, ctx.accountId, projectId)).map(toDeliverable)
}

/**
 * What the acting client sees of their own project: versions that were submitted to this client, and to no other client
 * since.
 */
export async function sharedDeliverables(ctx: Context, projectId: number) {
  const { clientId } = visitorOf(ctx)
  const all = await store.listDeliverables(ctx.db, ctx.accountId, projectId)
  return all.flatMap(({ id, status, versions }) => {
    const [last] = versions
    if (!last || last.client_id !== clientId || status === 'draft') return []
    const { title, description, version, file, submitted_at, decision } = last
    return {
      id,
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
    await adopt(tx, { project: projectId })
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
    await adoptRecord(tx, 'deliverables', id, projectId)
    const { deliverable: before, project } = await lockDeliverable(tx, projectId, id)
    const values = valuesOf(input, project, before.fee)
    if (values.fee !== before.fee) requireNotOnInvoice('The fee of this deliverable', before)
    await store.updateDeliverable(tx.db, ctx.accountId, id, values)
    await recordActivity(tx, { type: 'deliverable.updated', deliverable: { ...input, id }, project })
    return getDeliverable(tx, projectId, id)
  })
}

const valuesOf = (
  { fee, ...input }: DeliverableInput,
  { currency }: ProjectToWorkOn,
  before: MinorUnits | null,
): store.DeliverableValues => ({
  ...input,
  fee: fee === undefined ? before : fee && requireMinorUnits(fee, currency, 'fee'),
})

export function reorderDeliverables(ctx: Context, projectId: number, ids: number[]): Promise<Deliverable[]> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { project: projectId })
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
    await recordActivity(tx, { type: 'deliverable.deleted', deliverable, project })
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
    await adoptRecord(tx, 'deliverables', id, projectId)
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
    return getDeliverable(tx, projectId, id)
  })
}

/** A version that is about to be commented on. Call it in a transaction. */
export async function shareLockVersion(
  { db, accountId }: Context,
  projectId: number,
  { id, version }: { id: number; version: number },
): Promise<{ client_id: number }> {
  return (await store.shareLockVersion(db, accountId, projectId, id, version)) ?? notFound()
}

/** Receives the file outside a transaction, because an upload may take long. */
export async function attachFile(
  ctx: Context,
  projectId: number,
  id: number,
  name: string,
  content: IncomingFile,
): Promise<Deliverable> {
  const { file } = await getDeliverable(ctx, projectId, id)
  const stored = await receiveUpload(ctx, content, {
    limitBytes: MAX_FILE_BYTES,
    replacedBytes: file?.size ?? 0,
  })
  if (stored.size === 0) throw new BadInput('This file is empty')
  return inTransaction(ctx, async (tx) => {
    await adoptRecord(tx, 'deliverables', id, projectId)
    const { deliverable, project } = await lockDeliverable(tx, projectId, id)
    await withinQuota(tx, async () => {
      await claimFile(tx, stored)
      await store.setFile(tx.db, ctx.accountId, id, { ...stored, name })
    })
    await recordActivity(tx, { type: 'deliverable.updated', deliverable, project })
    return getDeliverable(tx, projectId, id)
  })
}

/** The file of a version that was submitted to the acting client. */
export async function openSharedFile(
  ctx: Context,
  projectId: number,
  id: number,
  version: number,
): Promise<Download> {
  const shared = (await sharedDeliverables(ctx, projectId)).find((deliverable) => deliverable.id === id)
  const file = shared?.versions.find((submitted) => submitted.version === version)?.file
  return file ? storedDownload(ctx, file) : notFound()
}

/** The file of the working copy, or of a submitted version. */
export async function openFile(
  ctx: Context,
  projectId: number,
  id: number,
  version?: number,
): Promise<Download> {
  const deliverable = await getDeliverable(ctx, projectId, id)
  const { file } =
    version === undefined
      ? deliverable
      : (deliverable.versions.find((submitted) => submitted.version === version) ?? notFound())
  return file ? storedDownload(ctx, file) : notFound()
}

export function removeFile(ctx: Context, projectId: number, id: number): Promise<FileRemoval> {
  return inTransaction(ctx, async (tx) => {
    await adoptRecord(tx, 'deliverables', id, projectId)
    const { deliverable, project } = await lockDeliverable(tx, projectId, id)
    const { file } = deliverable
    if (file === null) return { ...deliverable, removal_id: null }
    await store.setFile(tx.db, ctx.accountId, id, null)
    await recordActivity(tx, { type: 'deliverable.updated', deliverable, project })
    const removal_id = await rememberChange(tx, fileRemoval, { project_id: projectId, id, file }, [file])
    return { ...(await getDeliverable(tx, projectId, id)), removal_id }
  })
}

export const fileRemoval = defineRemoval({
  kind: 'deliverable-file',
  data: z.object({ project_id: z.int(), id: z.int(), file: FileInfo }),
  belongsTo: 'deliverable',
  async undo(tx, { project_id, id, file }) {
    const { deliverable, project } = await lockDeliverable(tx, project_id, id)
    if (deliverable.file_url)
      throw new Conflict(
        'This file cannot be restored, because something else has taken its place in the meantime',
      )
    await withinQuota(tx, () => store.setFile(tx.db, tx.accountId, id, file))
    await recordActivity(tx, { type: 'deliverable.updated', deliverable, project })
  },
})

/** The client's decision on the newest version. The caller has checked that the client may see `project`. */
export async function decideOnDeliverable(
  tx: Context,
  project: { id: number; name: string },
  id: number,
  verdict: Verdict,
  { feedback, version: seen }: { feedback: string; version?: number | undefined },
): Promise<void> {
  const { deliverable, lastClient } = await lockDeliverable(tx, project.id, id)
  const [last] = deliverable.versions
  const visitor = visitorOf(tx)
  if (!last || lastClient !== visitor.clientId) notFound()
  if (seen !== undefined && seen !== last.version) {
    throw new Conflict('There is a newer version. Please review it first.', {
      code: 'version_conflict',
    })
  }
  if (last.decision) refuseSecondDecision(tx, last.decision)
  const { decision, ...content } = last
  const certificate = await recordDecision(
    tx,
    {
      type: 'deliverable',
      id,
      version: last.version,
      content: { ...content, project_name: project.name },
      file: last.file,
    },
    verdict,
    feedback,
  )
  await store.setStatus(tx.db, tx.accountId, id, verdict)
  await recordActivity(tx, {
    type: verdict === 'approved' ? 'deliverable.approved' : 'deliverable.changes_requested',
    deliverable: { ...last, id },
    project,
    client: { id: visitor.clientId, name: visitor.name },
  })
  await mailFreelancer(tx, {
    subject:
      verdict === 'approved'
        ? `${truncateName(visitor.name)} approved ${truncateName(last.title)}`
        : `${truncateName(visitor.name)} requested changes to ${truncateName(last.title)}`,
    heading: verdict === 'approved' ? 'Deliverable approved' : 'Changes requested',
    paragraphs: [
      verdict === 'approved'
        ? `${visitor.name} approved “${last.title}” (version ${last.version}) for ${project.name}.`
        : `${visitor.name} requested changes to “${last.title}” (version ${last.version}) for ${project.name}.`,
      ...(feedback ? [`“${feedback}”`] : []),
    ],
    button: { label: 'Open the project', path: `/projects/${project.id}?tab=deliverables` },
    link: { label: 'Certificate', path: certificatePath(certificate) },
  })
}

async function getDeliverable(ctx: Context, projectId: number, id: number): Promise<Deliverable> {
  const found = await store.findDeliverable(ctx.db, ctx.accountId, id)
  return found?.project_id === projectId ? toDeliverable(found) : notFound()
}

async function lockDeliverable(tx: Context, projectId: number, id: number) {
  const project = await requireProject(tx, projectId)
  await store.lockDeliverable(tx.db, tx.accountId, id)
  const found = await store.findDeliverable(tx.db, tx.accountId, id)
  if (found?.project_id !== projectId) notFound()
  return { deliverable: toDeliverable(found), project, lastClient: found.versions[0]?.client_id }
}

function toDeliverable(stored: store.StoredDeliverable): Deliverable {
  const base = `/api/projects/${stored.project_id}/deliverables/${stored.id}`
  const versions = stored.versions.map(({ client_id, ...version }) => ({
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

function notFound(): never {
  throw new NotFound('Deliverable not found')
}
