import type { IncomingFile } from '#core/endpoint.ts'
import { formatBytes } from '#core/format.ts'
import { currentEntitlement, lockEntitlement } from '#features/subscription/actions.ts'
import type { Context } from '#server/context.ts'
import { HttpError } from '#server/errors.ts'
import { receiveFile } from '#server/files/receive.ts'
import type { StoredFile } from '#server/files/store.ts'
import type { StorageUsage } from './contract.ts'
import { quotaOf } from './rules.ts'
import * as store from './store.ts'

export async function storageUsage(ctx: Context): Promise<StorageUsage> {
  const quota_bytes = quotaOf(await currentEntitlement(ctx))
  return { used_bytes: await store.countStoredBytes(ctx.db, ctx.accountId), quota_bytes }
}

interface UploadLimits {
  limitBytes: number
  /** The size of the file that this one replaces. */
  replacedBytes: number
}

/**
 * Stores an upload, outside a transaction. One that exceeds the quota is refused up front if its size was declared, otherwise
 * while it is read. Other uploads may be in progress, so `withinQuota` decides.
 */
export async function receiveUpload(
  ctx: Context,
  content: IncomingFile,
  { limitBytes, replacedBytes }: UploadLimits,
): Promise<StoredFile> {
  const { used_bytes, quota_bytes } = await storageUsage(ctx)
  const free = Math.max(0, quota_bytes - used_bytes) + replacedBytes
  if (free === 0 || (content.announcedBytes ?? 0) > free) throw quotaExceeded(quota_bytes)
  return receiveFile(ctx, upTo(free, content, quota_bytes), { limitBytes })
}

async function* upTo(free: number, content: AsyncIterable<Uint8Array>, quota: number) {
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > free) throw quotaExceeded(quota)
    yield chunk
  }
}

/**
 * Runs a change that adds files, and refuses it if the account then exceeds its quota. Call it in a transaction: it holds a
 * lock until that ends, so that simultaneous uploads cannot exceed the quota together. A change that adds nothing is allowed
 * even if a smaller plan has left the account over its quota.
 */
export async function withinQuota(tx: Context, change: () => Promise<void>): Promise<void> {
  const quota = quotaOf(await lockEntitlement(tx))
  const before = await store.countStoredBytes(tx.db, tx.accountId)
  await change()
  const after = await store.countStoredBytes(tx.db, tx.accountId)
  if (after > quota && after > before) throw quotaExceeded(quota)
}

const quotaExceeded = (quotaBytes: number) =>
  new HttpError(
    413,
    `This file does not fit into your storage of ${formatBytes(quotaBytes)}. Delete files that you no longer need, or upgrade your plan.`,
    { code: 'storage_quota_exceeded' },
  )
