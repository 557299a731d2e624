import type { Insertable } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { DocumentChainTable } from './table.ts'

/** The record of a document. */
export type ChainedRecord = { invoice_id: number } | { credit_note_id: number }

export type ChainSeries = Pick<DocumentChainTable, 'kind' | 'year'>

export const findLast = (db: Db, accountId: AccountId, { kind, year }: ChainSeries) =>
  db
    .selectFrom('document_chain')
    .select(['position', 'sha256'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('year', '=', year)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findDocument = (db: Db, accountId: AccountId, owner: ChainedRecord) =>
  db
    .selectFrom('document_chain')
    .select(['kind', 'year'])
    .where('account_id', '=', accountId)
    .$if('invoice_id' in owner, (query) =>
      query.where('invoice_id', '=', 'invoice_id' in owner ? owner.invoice_id : 0),
    )
    .$if('credit_note_id' in owner, (query) =>
      query.where('credit_note_id', '=', 'credit_note_id' in owner ? owner.credit_note_id : 0),
    )
    .where('format', 'is', null)
    .executeTakeFirst()

export async function insertLink(db: Db, link: Insertable<DocumentChainTable>): Promise<void> {
  await db.insertInto('document_chain').values(link).execute()
}
