import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'

/** The name by which a column says that it holds the hash of a stored content. */
export const FILE_COLUMN = 'file_sha256'

/** Whether a record of any table names the content in `sha256`. */
export async function isNamed(db: Db, sha256: RawBuilder<string>): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = current_schema() and column_name = ${FILE_COLUMN}`.execute(db)
  const uses = rows.map(
    ({ table }) => sql`exists (select from ${sql.id(table)} where ${sql.id(FILE_COLUMN)} = ${sha256})`,
  )
  return sql`(${sql.join(uses, sql` or `)})`
}
