import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { inPages } from '#server/database/in-pages.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { DocumentFormat, DocumentSource } from './rules/document.ts'

type DecidedInvoice = { invoice: DocumentSource } & DocumentFormat

/** The invoice that was decided on, unless it is rendered already. */
export async function findDecidedInvoice(
  db: Db,
  accountId: AccountId,
  decisionId: number,
): Promise<DecidedInvoice | undefined> {
  const found = await db
    .selectFrom('decisions')
    .select(sql<DecidedInvoice>`document`.as('document'))
    .where('account_id', '=', accountId)
    .where('id', '=', decisionId)
    .where('document', 'is not', null)
    .executeTakeFirst()
  return found?.document
}

/** Decisions of all accounts whose invoices are not rendered yet. */
export const findUnrendered = (db: Db) =>
  inPages<{ account_id: AccountId; decisionId: number }>((after, limit) =>
    db
      .selectFrom('decisions')
      .select(['account_id', 'id as decisionId'])
      .where('document', 'is not', null)
      .where(sql<SqlBool>`(account_id, id) > (${after?.account_id ?? 0}, ${after?.decisionId ?? 0})`)
      .orderBy('account_id')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
