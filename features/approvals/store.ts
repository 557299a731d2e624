import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { decisions } from './table.ts'

type NewDecision = Omit<typeof decisions.$inferInsert, 'id' | 'accountId'>

export async function insertDecision(db: Db, accountId: AccountId, decision: NewDecision): Promise<void> {
  await db.insert(decisions).values({ accountId, ...decision })
}
