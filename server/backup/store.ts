import type { Insertable } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { BackupsTable } from './table.ts'

const MAX_KEPT = 100

/** Records a backup or its failure, and forgets those long ago. */
export async function insertBackup(db: Db, backup: Insertable<BackupsTable>): Promise<void> {
  const { id } = await db.insertInto('backups').values(backup).returning('id').executeTakeFirstOrThrow()
  await db
    .deleteFrom('backups')
    .where('id', '<=', id - MAX_KEPT)
    .execute()
}

/** The newest that is complete, and the newest that failed. */
export async function findLastBackups(db: Db) {
  const newest = () =>
    db
      .selectFrom('backups')
      .select(['id', 'created_at', 'file', 'size', 'missing_files', 'error'])
      .orderBy('id', 'desc')
  const [complete, failed] = await Promise.all([
    newest().where('error', 'is', null).limit(1).executeTakeFirst(),
    newest().where('error', 'is not', null).limit(1).executeTakeFirst(),
  ])
  return { complete, failed }
}
