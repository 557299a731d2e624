import type { Insertable } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { DecisionsTable } from './table.ts'

type NewDecision = Omit<Insertable<DecisionsTable>, 'account_id'>

export async function insertDecision(db: Db, accountId: AccountId, decision: NewDecision): Promise<void> {
  await db
    .insertInto('decisions')
    .values({ account_id: accountId, ...decision })
    .execute()
}
