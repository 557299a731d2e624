import { lockNumbers } from '#features/foundation/business/actions.ts'
import type { NumberSeries } from '#features/foundation/business/rules.ts'
import { chainHash, chainText } from '#server/books/chain.ts'
import type { Context } from '#server/context.ts'
import * as store from './store.ts'

/** Adds an issued document to the chain of its series. */
export const chainDocument = (
  tx: Context,
  owner: store.ChainedRecord,
  series: NumberSeries,
  content: object,
): Promise<void> =>
  append(tx, owner, { kind: 'invoice_id' in owner ? 'invoice' : 'credit_note', ...series }, content)

/** Adds a file that was rendered from an issued document. */
export async function chainFile(
  tx: Context,
  owner: store.ChainedRecord,
  file: { number: string; format: string; sha256: string },
): Promise<void> {
  const document = await store.findDocument(tx.db, tx.accountId, owner)
  if (document) await append(tx, owner, { ...document, prefix: '' }, file, file.format)
}

/** The lock of the number series keeps two documents from following the same one. */
async function append(
  tx: Context,
  owner: store.ChainedRecord,
  { kind, ...series }: store.ChainSeries & NumberSeries,
  content: object,
  format: string | null = null,
): Promise<void> {
  const { db, accountId } = tx
  await lockNumbers(tx, kind, series)
  const last = await store.findLast(db, accountId, { kind, year: series.year })
  const previous_sha256 = last?.sha256 ?? ''
  const text = chainText(content)
  await store.insertLink(db, {
    account_id: accountId,
    ...owner,
    kind,
    year: series.year,
    position: (last?.position ?? 0) + 1,
    format,
    content: text,
    previous_sha256,
    sha256: chainHash(previous_sha256, text),
    created_at: tx.now,
  })
}
