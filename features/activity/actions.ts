import type { Context } from '#server/context.ts'
import type { ActivityType } from './contract.ts'
import { activities } from './table.ts'

/** Tells the account's log what was just done. Call it in the transaction that does it. */
export async function recordActivity(
  { db, accountId, now }: Context,
  type: ActivityType,
  title: string,
  description: string,
): Promise<void> {
  await db.insert(activities).values({ accountId, type, title, description, createdAt: now })
}
