import { type Insertable, type Selectable, sql } from 'kysely'
import type { PageQuery } from '#core/endpoint.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, limitPlusOne, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ImportSettings, ImportStatus, RecordCounts } from '../contract.ts'
import type { ImportsTable } from '../table.ts'

export type ImportRecord = Selectable<ImportsTable>

export const findImport = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Locks the import until the transaction ends. */
export const lockImport = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function listImports(db: Db, accountId: AccountId, { limit, cursor }: PageQuery) {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '<>', 'prepared')
    .where(afterCursor(cursor, ['id'], 'desc'))
    .orderBy('id', 'desc')
    .limit(limitPlusOne(limit))
    .execute()
  return toPage(rows, limit, ({ id }) => [id])
}

export async function insertImport(
  db: Db,
  values: Omit<Insertable<ImportsTable>, 'created' | 'removed' | 'status'>,
): Promise<number> {
  const none = JSON.stringify(NO_RECORDS)
  const { id } = await db
    .insertInto('imports')
    .values({ ...values, status: 'prepared', created: none, removed: none })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const NO_RECORDS: RecordCounts = { clients: 0, projects: 0, time_entries: 0, expenses: 0 }

interface ImportChange {
  status?: ImportStatus
  settings?: ImportSettings
  rows_done?: number
  created?: RecordCounts
  removed?: RecordCounts
  duplicates?: number
  faults?: number
  error?: string | null
  finished_at?: Date | null
}

export async function updateImport(
  db: Db,
  accountId: AccountId,
  id: number,
  { settings, created, removed, ...change }: ImportChange,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      ...change,
      ...(settings && { settings: JSON.stringify(settings) }),
      ...(created && { created: JSON.stringify(created) }),
      ...(removed && { removed: JSON.stringify(removed) }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function removeImport(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db.deleteFrom('imports').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Forgets the files of all imports from before this instant, except running ones; prepared imports go with theirs. */
export async function forgetFilesBefore(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    with discarded as (
      delete from imports where created_at < ${before} and file_sha256 is not null and status = 'prepared'
      returning file_sha256
    ), forgotten as (
      select account_id, id, file_sha256 from imports
      where created_at < ${before} and file_sha256 is not null and status not in ('prepared', 'importing')
    ), updated as (
      update imports i set file_sha256 = null, file_size = null from forgotten f
      where i.account_id = f.account_id and i.id = f.id
    )
    select file_sha256 as sha256 from discarded union select file_sha256 from forgotten`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}

export interface StoredFault {
  row: number
  message: string
  cells: string[]
}

export async function insertFaults(
  db: Db,
  accountId: AccountId,
  importId: number,
  faults: StoredFault[],
): Promise<void> {
  await sql`
    insert into import_faults (account_id, import_id, row_number, message, cells)
    select ${accountId}, ${importId}, f.row, f.message, f.cells
    from jsonb_to_recordset(${JSON.stringify(faults)}) f (row integer, message text, cells jsonb)`.execute(db)
}

export const listFaults = (
  db: Db,
  accountId: AccountId,
  importId: number,
  { after, limit }: { after: number; limit: number },
) =>
  db
    .selectFrom('import_faults')
    .select(['row_number', 'message', 'cells'])
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('row_number', '>', after)
    .orderBy('row_number')
    .limit(limit)
    .execute()
