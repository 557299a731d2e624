import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'

/** The name by which a column says that it holds the hash of a stored content. */
export const FILE_COLUMN = 'file_sha256'

/** Whether a record of any table names the content in `sha256`. */
export async function isNamed(db: Db, sha256: SQL): Promise<SQL> {
  const { rows } = await db.execute<{ table: string }>(sql`
    select table_name as table from information_schema.columns
    where table_schema = current_schema() and column_name = ${FILE_COLUMN}`)
  const uses = rows.map(
    ({ table }) =>
      sql`exists (select from ${sql.identifier(table)} where ${sql.identifier(FILE_COLUMN)} = ${sha256})`,
  )
  return sql`(${sql.join(uses, sql` or `)})`
}
