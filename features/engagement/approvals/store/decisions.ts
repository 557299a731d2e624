import type { Insertable } from 'kysely'
import type { FileInfo } from '#core/uploaded-file.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { DecisionsTable } from '../table.ts'

type NewDecision = Omit<Insertable<DecisionsTable>, 'account_id'>

export async function insertDecision(db: Db, accountId: AccountId, decision: NewDecision): Promise<number> {
  const { id } = await db
    .insertInto('decisions')
    .values({ account_id: accountId, ...decision })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The rendered document becomes the file of the decision, once. */
export async function setFile(db: Db, accountId: AccountId, id: number, file: FileInfo): Promise<void> {
  await db
    .updateTable('decisions')
    .set({
      file_sha256: file.sha256,
      file_name: file.name,
      file_size: file.size,
      file_type: file.type,
      document: null,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('document', 'is not', null)
    .execute()
}
