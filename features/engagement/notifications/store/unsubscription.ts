import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'

export async function findUnsubscription(
  db: Db,
  accountId: AccountId,
  addressHash: Buffer,
): Promise<Date | null> {
  const found = await db
    .selectFrom('mail_unsubscriptions')
    .select('unsubscribed_at')
    .where('account_id', '=', accountId)
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  return found?.unsubscribed_at ?? null
}

/** Returns whether the address was not unsubscribed before. */
export async function insertUnsubscription(
  db: Db,
  accountId: AccountId,
  addressHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mail_unsubscriptions')
    .values({ account_id: accountId, address_hash: addressHash, unsubscribed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns whether the address was unsubscribed before. */
export async function deleteUnsubscription(
  db: Db,
  accountId: AccountId,
  addressHash: Buffer,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_unsubscriptions')
    .where('account_id', '=', accountId)
    .where('address_hash', '=', addressHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Locks the client until the transaction ends, so that it is not erased between this and an event that names it. */
export const lockClient = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('clients')
    .select(['id', 'name', 'email'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
