import { z } from 'zod'
import { type IncomingFile, pathWith } from '#core/endpoint.ts'
import { MAX_FILE_BYTES, PDF } from '#core/uploaded-file.ts'
import { defineRemoval, removeRows } from '#features/foundation/removals/actions.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { admitUpload, receiveUpload, withinQuota } from '#features/foundation/storage/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { BadInput, Conflict, NotFound } from '#server/errors.ts'
import { claimFile } from '#server/files/claim.ts'
import { imageIn } from '#server/files/image.ts'
import { readUpTo } from '#server/files/meter.ts'
import { pictureIn } from '#server/files/picture.ts'
import type { ReceivedFile } from '#server/files/store.ts'
import { SAMPLE_BYTES, sniffType } from '#server/files/type.ts'
import type { Download } from '#server/http/download.ts'
import type { Once } from '#server/http/routes.ts'
import { storedDownload } from '#server/http/stored-download.ts'
import {
  expensesApi,
  MAX_PICTURE_BYTES,
  MAX_RECEIPTS,
  MAX_THUMBNAIL_BYTES,
  MAX_THUMBNAIL_PIXELS,
  type Receipt,
} from '../contract.ts'
import { isReceiptType, RECEIPT_TYPES_MESSAGE } from '../rules.ts'
import * as store from '../store.ts'
import { getExpense, lockExpense } from './expenses.ts'

export async function listReceipts(ctx: Context, expenseId: number): Promise<Receipt[]> {
  const receipts = await store.listReceipts(ctx.db, ctx.accountId, expenseId)
  if (receipts.length === 0) await getExpense(ctx, expenseId)
  return receipts.map(toReceipt)
}

/** Receives the file outside a transaction, because an upload may take long. */
export async function addReceipt(
  ctx: Context,
  expenseId: number,
  name: string,
  content: IncomingFile,
  once: Once,
): Promise<Receipt> {
  await getExpense(ctx, expenseId)
  const options = { limitBytes: MAX_FILE_BYTES, prepare: (sent: Sent) => receiptIn(ctx, sent) }
  return receiveUpload(ctx, content, options, (stored) =>
    once(ctx, stored.sha256, (inner) =>
      inTransaction(inner, (tx) => insertReceipt(tx, expenseId, { ...stored, name })),
    ),
  )
}

type Sent = AsyncIterable<Uint8Array>

/** Phones take photos of 200 million pixels. Only browsers draw them. */
const MAX_PHOTO_PIXELS = 250_000_000

/** A photo tells where and when it was taken, and clients may see it. Of a photo only the picture is kept. */
async function* receiptIn(ctx: Context, sent: Sent): AsyncGenerator<Uint8Array> {
  const { type, content } = await sniffed(sent)
  if (!isReceiptType(type)) throw new BadInput(RECEIPT_TYPES_MESSAGE)
  const options = {
    limitBytes: MAX_PICTURE_BYTES,
    maxPixels: MAX_PHOTO_PIXELS,
    unreadable: 'This picture cannot be read. Please save it as JPEG or PNG first.',
  }
  yield* type === PDF ? content : pictureIn(ctx, content, options)
}

/** The type of a content, which its first bytes tell. */
async function sniffed(sent: Sent) {
  const pieces = sent[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < SAMPLE_BYTES) {
    const { value, done } = await pieces.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  async function* content(): AsyncGenerator<Uint8Array> {
    yield head
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return { type: await sniffType(head.subarray(0, SAMPLE_BYTES), head.length), content: content() }
}

async function insertReceipt(
  tx: Context,
  expenseId: number,
  file: ReceivedFile & { name: string },
): Promise<Receipt> {
  const { receipt_count } = await lockExpense(tx, expenseId)
  if (receipt_count >= MAX_RECEIPTS) throw new Conflict(`An expense has at most ${MAX_RECEIPTS} receipts`)
  let id = 0
  await withinQuota(tx, async () => {
    await claimFile(tx, file)
    id = await store.insertReceipt(tx.db, tx.accountId, expenseId, file, tx.now)
  })
  return getReceipt(tx, expenseId, id)
}

/** The browser makes it from the photo: to draw one here would take a decoder for every kind of image. */
export async function addThumbnail(
  ctx: Context,
  expenseId: number,
  id: number,
  content: IncomingFile,
): Promise<Receipt> {
  await getReceipt(ctx, expenseId, id)
  const bytes = await admitUpload(ctx, content, (sent) => readUpTo(MAX_THUMBNAIL_BYTES, sent))
  const image = await imageIn(bytes, MAX_THUMBNAIL_PIXELS)
  if (!image || (await sniffType(image, image.length)) !== 'image/jpeg')
    throw new BadInput('A thumbnail must be a JPEG image')
  await store.setThumbnail(ctx.db, ctx.accountId, expenseId, id, image)
  return getReceipt(ctx, expenseId, id)
}

export async function openReceipt(ctx: Context, expenseId: number, id: number): Promise<Download> {
  return storedDownload(ctx, await findReceipt(ctx, expenseId, id))
}

export async function openThumbnail(ctx: Context, expenseId: number, id: number): Promise<Download> {
  const found = await store.findThumbnail(ctx.db, ctx.accountId, expenseId, id)
  return found?.thumbnail ? { name: `${found.name}.jpeg`, content: found.thumbnail } : notFound()
}

export function removeReceipt(ctx: Context, expenseId: number, id: number): Promise<Removed> {
  return inTransaction(ctx, async (tx) => {
    await lockExpense(tx, expenseId)
    await findReceipt(tx, expenseId, id)
    const rows = { table: 'expense_receipts', ids: [id] }
    return { success: true, removal_id: await removeRows(tx, receiptRemoval, rows, {}) }
  })
}

export const receiptRemoval = defineRemoval({
  kind: 'receipt',
  data: z.object({}),
  belongsTo: 'expense',
  undo: (_tx, _data, restoreRows) => restoreRows(),
})

const getReceipt = async (ctx: Context, expenseId: number, id: number): Promise<Receipt> =>
  toReceipt(await findReceipt(ctx, expenseId, id))

const findReceipt = async ({ db, accountId }: Context, expenseId: number, id: number) =>
  (await store.findReceipt(db, accountId, expenseId, id)) ?? notFound()

function toReceipt({ id, expense_id, has_thumbnail, ...file }: store.StoredReceipt): Receipt {
  const params = { id: expense_id, receiptId: id }
  return {
    id,
    file,
    file_url: pathWith(expensesApi.downloadReceipt.path, params),
    thumbnail_url: has_thumbnail ? pathWith(expensesApi.thumbnail.path, params) : null,
  }
}

function notFound(): never {
  throw new NotFound('Receipt not found')
}
