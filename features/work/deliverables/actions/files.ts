import { z } from 'zod'
import type { IncomingFile } from '#core/endpoint.ts'
import { FileInfo, MAX_FILE_BYTES } from '#core/uploaded-file.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { defineRemoval, rememberChange } from '#features/foundation/removals/actions.ts'
import { receiveUpload, withinQuota } from '#features/foundation/storage/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { BadInput, Conflict } from '#server/errors.ts'
import { claimFile } from '#server/files/claim.ts'
import type { Download } from '#server/http/download.ts'
import { storedDownload } from '#server/http/stored-download.ts'
import type { Deliverable, FileRemoval } from '../contract.ts'
import * as store from '../store.ts'
import { getDeliverable, lockDeliverable, notFound, sharedDeliverables } from './deliverables.ts'

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
