import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { inPages } from '#server/database/in-pages.ts'
import type { StoredFile } from '#server/files/store.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { DocumentFormat, DocumentSource } from './rules/document.ts'
import type { DocumentFileFormat } from './table.ts'

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

/** The record that a file belongs to. */
export type DocumentOwner = { invoice_id: number } | { credit_note_id: number }

const columnsOf = (owner: DocumentOwner) =>
  'invoice_id' in owner
    ? (['invoice_id', owner.invoice_id] as const)
    : (['credit_note_id', owner.credit_note_id] as const)

export const findFile = (db: Db, accountId: AccountId, owner: DocumentOwner, format: DocumentFileFormat) => {
  const [column, id] = columnsOf(owner)
  return db
    .selectFrom('document_files')
    .select('file_sha256 as sha256')
    .where('account_id', '=', accountId)
    .where(column, '=', id)
    .where('format', '=', format)
    .executeTakeFirst()
}

/** False if it is there already. */
export async function insertFile(
  db: Db,
  accountId: AccountId,
  owner: DocumentOwner,
  format: DocumentFileFormat,
  { sha256, size, type }: StoredFile,
  now: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto('document_files')
    .values({
      account_id: accountId,
      ...owner,
      format,
      file_sha256: sha256,
      file_size: size,
      file_type: type,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Sealed invoices of all accounts without a PDF. */
export const findUnkept = (db: Db) =>
  inPages<{ account_id: AccountId; invoiceId: number }>((after, limit) =>
    db
      .selectFrom('invoices')
      .select(['account_id', 'id as invoiceId'])
      .where('sealed_at', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('document_files as file')
              .select('file.id')
              .whereRef('file.account_id', '=', 'invoices.account_id')
              .whereRef('file.invoice_id', '=', 'invoices.id')
              .where('file.format', '=', 'pdf'),
          ),
        ),
      )
      .where(sql<SqlBool>`(account_id, id) > (${after?.account_id ?? 0}, ${after?.invoiceId ?? 0})`)
      .orderBy('account_id')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
