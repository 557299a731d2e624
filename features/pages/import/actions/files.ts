import { Readable } from 'node:stream'
import { BYTE_ORDER_MARK, csvLine } from '#core/csv.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { releaseFiles } from '#server/files/claim.ts'
import type { Download } from '#server/http/download.ts'
import * as store from '../store/imports.ts'
import { findImport } from './preparing.ts'

/** The rows that were not imported, as they were, each after its number and the reason. */
export async function downloadFaults(ctx: Context, id: number): Promise<Download> {
  const { columns, file_name } = await findImport(ctx, id)
  const headers = columns.map(({ header }) => header)
  return {
    name: `${file_name.replace(/\.[a-z]{1,4}$/i, '')} - not imported.csv`,
    content: Readable.from(faultLines(ctx, id, headers), { objectMode: false }),
  }
}

const PAGE = 500

async function* faultLines(
  { db, accountId }: Context,
  id: number,
  headers: string[],
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(['Row', 'Problem', ...headers])
  let after = 0
  for (;;) {
    const faults = await store.listFaults(db, accountId, id, { after, limit: PAGE })
    yield faults.map(({ row_number, message, cells }) => csvLine([row_number, message, ...cells])).join('')
    const last = faults.at(-1)
    if (!last || faults.length < PAGE) return
    after = last.row_number
  }
}

const KEPT_MILLISECONDS = 7 * 86_400_000

/** Deletes the files of imports after a week. */
export function deleteOldFiles(ctx: PublicContext): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const before = new Date(ctx.now.getTime() - KEPT_MILLISECONDS)
    const sha256s = await store.forgetFilesBefore(tx.db, before)
    if (sha256s.length > 0) await releaseFiles(tx, sha256s)
  })
}
