import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** Every table with a `file_sha256` and a `file_size`. */
const TABLES = [
  'decisions',
  'deliverables',
  'deliverable_versions',
  'document_files',
  'expense_receipts',
  'imports',
  'logos',
] as const

/** The size of the account's files. Content that several records use counts once. */
export async function countStoredBytes(db: Db, accountId: AccountId): Promise<number> {
  const named = TABLES.map(
    (table) =>
      sql`select file_sha256, file_size from ${sql.table(table)}
        where account_id = ${accountId} and file_sha256 is not null`,
  )
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(file_size), 0) as bytes
    from (
      select distinct on (file_sha256) file_size from (${sql.join(named, sql` union all `)}) named
    ) stored`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** The sizes of several accounts' files. */
export async function countStoredBytesOf(
  db: Db,
  accountIds: readonly AccountId[],
): Promise<{ account_id: AccountId; bytes: number }[]> {
  const named = TABLES.map(
    (table) =>
      sql`select account_id, file_sha256, file_size from ${sql.table(table)}
        where account_id in (${sql.join(accountIds)}) and file_sha256 is not null`,
  )
  const { rows } = await sql<{ account_id: AccountId; bytes: number }>`
    select account_id, sum(file_size) as bytes
    from (
      select distinct on (account_id, file_sha256) account_id, file_size
      from (${sql.join(named, sql` union all `)}) named
    ) stored
    group by account_id`.execute(db)
  return rows
}

/** A server that has been silent for this long was killed. */
const isSilent = sql<boolean>`seen_at < clock_timestamp() - interval '15 seconds'`

/** Counts the uploads in progress. */
export async function countSlots(db: Db, accountId: AccountId): Promise<number> {
  await db.deleteFrom('upload_slots').where('account_id', '=', accountId).where(isSilent).execute()
  const { count } = await db
    .selectFrom('upload_slots')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertSlot(db: Db, accountId: AccountId): Promise<number> {
  const { id } = await db
    .insertInto('upload_slots')
    .values({ account_id: accountId, seen_at: sql`clock_timestamp()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function touchSlot(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db
    .updateTable('upload_slots')
    .set({ seen_at: sql`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function removeSlot(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db.deleteFrom('upload_slots').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Adds up what was uploaded in hours after `since`, and forgets the others. */
export async function sumUploads(
  db: Db,
  accountId: AccountId,
  since: Date,
): Promise<{ bytes: number; oldest: Date | null }> {
  await db.deleteFrom('upload_hours').where('account_id', '=', accountId).where('hour', '<=', since).execute()
  const { bytes, oldest } = await db
    .selectFrom('upload_hours')
    .select(({ fn }) => [fn.sum<number | null>('bytes').as('bytes'), fn.min('hour').as('oldest')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { bytes: bytes ?? 0, oldest }
}

export async function addUpload(db: Db, accountId: AccountId, hour: Date, bytes: number): Promise<void> {
  await sql`
    insert into upload_hours as known (account_id, hour, bytes) values (${accountId}, ${hour}, ${bytes})
    on conflict (account_id, hour) do update set bytes = known.bytes + excluded.bytes`.execute(db)
}
