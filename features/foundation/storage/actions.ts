import type { IncomingFile } from '#core/endpoint.ts'
import { formatBytes } from '#core/format.ts'
import { currentEntitlement, lockEntitlement } from '#features/foundation/subscription/actions/entitlement.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { HttpError, RateLimited } from '#server/errors.ts'
import { receiveFile } from '#server/files/receive.ts'
import type { ReceivedFile } from '#server/files/store.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { StorageUsage } from './contract.ts'
import { dailyLimitOf, quotaOf, UPLOADS_AT_ONCE } from './rules.ts'
import * as store from './store.ts'

export async function storageUsage(ctx: Context): Promise<StorageUsage> {
  const quota_bytes = quotaOf(await currentEntitlement(ctx), ctx.isDemo)
  return { used_bytes: await store.countStoredBytes(ctx.db, ctx.accountId), quota_bytes }
}

/** The bytes that several accounts store, for an admin. */
export async function storedBytesOf(
  { db }: Context,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, number>> {
  if (accountIds.length === 0) return new Map()
  const found = await store.countStoredBytesOf(db, accountIds)
  return new Map(found.map(({ account_id, bytes }) => [account_id, bytes]))
}

interface UploadOptions {
  limitBytes: number
  /** The size of the file that this one replaces. */
  replacedBytes?: number
  /** Changes or refuses the content while it is received. */
  prepare?: (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

/**
 * Stores an upload while `use` runs, outside a transaction; `use` claims it in one. One that exceeds the quota is refused up
 * front if its size was declared, otherwise while it is read. Other uploads may be in progress, so `withinQuota` decides.
 */
export async function receiveUpload<Result>(
  ctx: Context,
  content: IncomingFile,
  { limitBytes, replacedBytes = 0, prepare = (same) => same }: UploadOptions,
  use: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const { used_bytes, quota_bytes } = await storageUsage(ctx)
  const free = Math.max(0, quota_bytes - used_bytes) + replacedBytes
  if (free === 0 || (content.announcedBytes ?? 0) > free) throw quotaExceeded(quota_bytes)
  return admitUpload(ctx, content, (admitted) =>
    receiveFile(ctx, prepare(upTo(free, admitted, () => quotaExceeded(quota_bytes))), { limitBytes }, use),
  )
}

/** Receives an upload as one of the few that an account may have in progress and within what it may upload in a day. */
export async function admitUpload<Result>(
  ctx: Context,
  content: IncomingFile,
  receive: (content: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const { slot, left, refusal } = await inTransaction(ctx, (tx) => takeSlot(tx, content.announcedBytes ?? 0))
  const alive = setInterval(() => {
    store.touchSlot(ctx.db, ctx.accountId, slot).catch((error) => warn(ctx, error))
  }, TOUCH_MILLISECONDS).unref()
  let received = 0
  async function* counted() {
    for await (const chunk of upTo(left, content, () => refusal)) {
      received += chunk.length
      yield chunk
    }
  }
  try {
    return await receive(counted())
  } finally {
    clearInterval(alive)
    await endUpload(ctx, slot, received).catch((error) => warn(ctx, error))
  }
}

const TOUCH_MILLISECONDS = 5_000
const HOUR_MILLISECONDS = 3_600_000
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS

const warn = ({ log }: Context, error: unknown) => log.warn({ err: error }, 'an upload could not be counted')

async function takeSlot(tx: Context, announcedBytes: number) {
  const limit = dailyLimitOf(await lockEntitlement(tx), tx.isDemo)
  if ((await store.countSlots(tx.db, tx.accountId)) >= UPLOADS_AT_ONCE) throw tooManyAtOnce()
  const since = new Date(tx.now.getTime() - DAY_MILLISECONDS)
  const { bytes, oldest } = await store.sumUploads(tx.db, tx.accountId, since)
  const refusal = tooMuchInADay(limit, (oldest ?? tx.now).getTime() - since.getTime())
  if (bytes >= limit || bytes + announcedBytes > limit) throw refusal
  return { slot: await store.insertSlot(tx.db, tx.accountId), left: limit - bytes, refusal }
}

const endUpload = (ctx: Context, slot: number, bytes: number): Promise<void> =>
  inTransaction(ctx, async ({ db, accountId, now }) => {
    await store.removeSlot(db, accountId, slot)
    const hour = new Date(now.getTime() - (now.getTime() % HOUR_MILLISECONDS))
    if (bytes > 0) await store.addUpload(db, accountId, hour, bytes)
  })

const RETRY_AFTER_SECONDS = 10

const tooManyAtOnce = () =>
  new RateLimited(
    RETRY_AFTER_SECONDS,
    `You can upload ${UPLOADS_AT_ONCE} files at a time. Please wait until one of them is complete.`,
    'upload_limit_reached',
  )

const tooMuchInADay = (limitBytes: number, untilLessMilliseconds: number) =>
  new RateLimited(
    Math.max(1, Math.ceil(untilLessMilliseconds / 1000)),
    `Your plan allows uploads of ${formatBytes(limitBytes)} within 24 hours. Please try again later.`,
    'upload_limit_reached',
  )

async function* upTo(limitBytes: number, content: AsyncIterable<Uint8Array>, refusal: () => HttpError) {
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > limitBytes) throw refusal()
    yield chunk
  }
}

/**
 * Runs a change that adds files, and refuses it if the account then exceeds its quota. Call it in a transaction: it holds a
 * lock until that ends, so that simultaneous uploads cannot exceed the quota together. A change that adds nothing is allowed
 * even if a smaller plan has left the account over its quota.
 */
export async function withinQuota(tx: Context, change: () => Promise<void>): Promise<void> {
  const quota = quotaOf(await lockEntitlement(tx), tx.isDemo)
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
