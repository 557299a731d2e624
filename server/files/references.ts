import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'

/** Every column of this name contains the hash of a stored file. */
export const FILE_COLUMN = 'file_sha256'

/** True if a record of any table refers to the file `sha256`. */
export async function isReferenced(db: Db, sha256: RawBuilder<string>): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = current_schema() and column_name = ${FILE_COLUMN}`.execute(db)
  const uses = rows.map(
    ({ table }) => sql`exists (select from ${sql.id(table)} where ${sql.id(FILE_COLUMN)} = ${sha256})`,
  )
  return sql`(${sql.join(uses, sql` or `)})`
}
