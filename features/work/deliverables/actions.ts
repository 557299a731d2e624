import { z } from 'zod'
import type { Currency } from '#core/currency.ts'
import type { IncomingFile } from '#core/endpoint.ts'
import type { EnteredMoney, MinorUnits } from '#core/money.ts'
import { isReordering, ORDER_IS_STALE } from '#core/order.ts'
import { truncateName } from '#core/text.ts'
import { FileInfo, MAX_FILE_BYTES } from '#core/uploaded-file.ts'
import { recordDecision, refuseSecondDecision, visitorOf } from '#features/engagement/approvals/actions.ts'
import type { Decision, Verdict } from '#features/engagement/approvals/contract.ts'
import { certificatePath } from '#features/engagement/approvals/rules.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import { getOwnDetails } from '#features/engagement/contacts/actions/own-details.ts'
import {
  mailClient,
  mailFreelancer,
  type Recipient,
  requireMailable,
} from '#features/engagement/notifications/actions.ts'
import { linkForMail } from '#features/engagement/portal-access/actions.ts'
import {
  getProject,
  lockProject,
  type ProjectToWorkOn,
  requireProject,
} from '#features/engagement/projects/actions.ts'
import { addUnread, addUnreadForClient } from '#features/engagement/unread/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import { defineRemoval, rememberChange, removeRows } from '#features/foundation/removals/actions.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { receiveUpload, withinQuota } from '#features/foundation/storage/actions.ts'
import { requireNotOnInvoice } from '#features/work/billing-status/actions.ts'
import { announce } from '#features/work/client-news/actions.ts'
import { attempt, type Context, inTransaction } from '#server/context.ts'
import { BadInput, Conflict, NotFound } from '#server/errors.ts'
import { claimFile } from '#server/files/claim.ts'
import type { Download } from '#server/http/download.ts'
import { storedDownload } from '#server/http/stored-download.ts'
import { type Deliverable, type DeliverableInput, type FileRemoval, MAX_DELIVERABLES } from './contract.ts'
import { approvalReceipt } from './document.ts'
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

/** What a client has approved costs what it cost then, until there is a new version. */
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

const feeIn = (fee: EnteredMoney | null, currency: Currency): MinorUnits | null =>
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
  const limits = { limitBytes: MAX_FILE_BYTES, replacedBytes: file?.size ?? 0 }
  return receiveUpload(ctx, content, limits, (stored) => {
    if (stored.size === 0) throw new BadInput('This file is empty')
    return inTransaction(ctx, async (tx) => {
      const { deliverable, project } = await lockDeliverable(tx, projectId, id)
      await withinQuota(tx, async () => {
        await claimFile(tx, stored)
        await store.setFile(tx.db, ctx.accountId, id, { ...stored, name })
      })
      await recordActivity(tx, { type: 'deliverable.updated', deliverable, project })
      return getDeliverable(tx, projectId, id)
    })
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
    const { deliverable, project } = await lockDeliverable(tx, projectId, id)
    const { file } = deliverable
    if (file === null) return { ...deliverable, removal_id: null }
    await store.setFile(tx.db, ctx.accountId, id, null)
    const removal_id = await rememberChange(tx, fileRemoval, { project_id: projectId, id, file }, [file])
    await recordActivity(tx, { type: 'deliverable.updated', deliverable, project }, removal_id)
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

/** What a client decided on, and who. */
export interface DecidedDeliverable {
  id: number
  title: string
  version: number
  file: FileInfo | null
  verdict: Verdict
  feedback: string
  certificate: string
  project: ProjectToWorkOn
  fee: MinorUnits | null
  is_billed: boolean
}

interface DecisionInput {
  feedback: string
  version?: number | undefined
  fee?: EnteredMoney | null | undefined
}

/** The client's decision on the newest version. The caller has checked that the client may see the project. */
export async function decideOnDeliverable(
  tx: Context,
  projectId: number,
  id: number,
  verdict: Verdict,
  { feedback, ...seen }: DecisionInput,
): Promise<DecidedDeliverable> {
  const { deliverable, project, lastClient } = await lockDeliverable(tx, projectId, id)
  const [last] = deliverable.versions
  const visitor = visitorOf(tx)
  const isTheirs = lastClient === visitor.clientId && project.client_id === visitor.clientId
  if (!last || !isTheirs) notFound()
  if (seen.version !== undefined && seen.version !== last.version) {
    throw new Conflict('There is a newer version. Please review it first.', {
      code: 'version_conflict',
    })
  }
  if (last.decision) refuseSecondDecision(tx, last.decision)
  const { fee, currency, is_billed } = deliverable
  if (seen.fee !== undefined && feeIn(seen.fee, currency) !== fee) {
    throw new Conflict('The fee was changed while you were reading. Please review it again.', {
      code: 'version_conflict',
    })
  }
  const { decision, ...content } = last
  const { certificate } = await recordDecision(
    tx,
    {
      type: 'deliverable',
      id,
      version: last.version,
      content: { ...content, project_name: project.name, fee, currency },
      file: last.file,
    },
    verdict,
    feedback,
  )
  await store.setStatus(tx.db, tx.accountId, id, verdict)
  await addUnread(tx, { client_id: visitor.clientId, project_id: project.id, deliverable_id: id })
  await recordActivity(tx, {
    type: verdict === 'approved' ? 'deliverable.approved' : 'deliverable.changes_requested',
    deliverable: { ...last, id },
    project,
    client: { id: visitor.clientId, name: visitor.name },
  })
  const { title, version, file } = last
  return { id, title, version, file, verdict, feedback, certificate, project, fee, is_billed }
}

/** Tells the freelancer about a decision, and what followed from it. */
export async function mailDecision(
  tx: Context,
  { title, version, project, verdict, feedback, certificate }: DecidedDeliverable,
  consequences: string[],
): Promise<void> {
  const { name } = visitorOf(tx)
  const decided = verdict === 'approved' ? 'approved' : 'requested changes to'
  await mailFreelancer(tx, {
    subject: `${truncateName(name)} ${decided} ${truncateName(title)}`,
    heading: verdict === 'approved' ? 'Deliverable approved' : 'Changes requested',
    paragraphs: [
      `${name} ${decided} “${title}” (version ${version}) for ${project.name}.`,
      ...(feedback ? [`“${feedback}”`] : []),
      ...consequences,
    ],
    button: { label: 'Open the project', path: `/projects/${project.id}?tab=deliverables` },
    link: { label: 'Certificate', path: certificatePath(certificate) },
  })
}

/** Confirms an approval to who approved, if that is possible. The portal shows it in any case. */
export async function mailApprovalReceipt(tx: Context, approved: DecidedDeliverable): Promise<void> {
  const receipt = await attempt(tx, async () => {
    const { contactId, ...recipient } = await approverToMail(tx)
    if (recipient.email === '' || !tx.services.mail.enabled) return
    requireMailable(tx, recipient, '')
    const link = await linkForMail(tx, recipient.id, contactId)
    await mailClient(tx, recipient, {
      ...approvalReceipt(tx, approved, new URL(link).pathname),
      waits: true,
    })
  })
  if ('refused' in receipt) tx.log.warn({ reason: receipt.refused }, 'receipt of an approval not mailed')
}

/** The contact who approved; the client, if that contact has no address. */
async function approverToMail(tx: Context): Promise<Recipient & { contactId: number | null }> {
  const { clientId, contactId } = visitorOf(tx)
  const { name, email } = await getOwnDetails(tx)
  if (contactId !== null && email !== '') return { id: clientId, name, email, contactId }
  return { ...(await getClient(tx, clientId)), contactId: null }
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

function notFound(): never {
  throw new NotFound('Deliverable not found')
}
