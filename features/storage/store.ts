import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** Every table with a `file_sha256` and a `file_size`. */
const TABLES = [
  'decisions',
  'deliverables',
  'deliverable_versions',
  'expense_receipts',
  'imports',
  'logos',
] as const

/** The size of the account's files, without those of sample data. Content that several records use counts once. */
export async function countStoredBytes(db: Db, accountId: AccountId): Promise<number> {
  const named = TABLES.map(
    (table) =>
      sql`select file_sha256, file_size from ${sql.table(table)}
        where account_id = ${accountId} and file_sha256 is not null
          ${NOT_SAMPLE[table]?.(accountId) ?? sql``}`,
  )
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(file_size), 0) as bytes
    from (
      select distinct on (file_sha256) file_size from (${sql.join(named, sql` union all `)}) named
    ) stored`.execute(db)
  return rows[0]?.bytes ?? 0
}

const NOT_SAMPLE: { [Table in (typeof TABLES)[number]]?: (accountId: AccountId) => RawBuilder<unknown> } = {
  decisions: (accountId) =>
    sql`and not (subject_type = 'deliverable'
      and subject_id in (select id from deliverables where account_id = ${accountId} and sample))`,
  deliverables: () => sql`and not sample`,
  deliverable_versions: (accountId) =>
    sql`and deliverable_id not in (select id from deliverables where account_id = ${accountId} and sample)`,
  expense_receipts: (accountId) =>
    sql`and expense_id not in (select id from expenses where account_id = ${accountId} and sample)`,
}
