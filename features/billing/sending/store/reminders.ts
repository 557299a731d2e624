import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Reminders } from '../contract/reminders.ts'

export const findReminders = (db: Db, accountId: AccountId): Promise<Reminders | undefined> =>
  db
    .selectFrom('reminder_settings')
    .select(['rules', 'thanks', 'version'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Keeps others from changing them until the transaction ends. */
export async function lockAccount(db: Db, accountId: AccountId): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

export async function saveReminders(
  db: Db,
  accountId: AccountId,
  { rules, thanks, version }: Reminders,
): Promise<void> {
  const row = { rules: JSON.stringify(rules), thanks: JSON.stringify(thanks), version }
  await db
    .insertInto('reminder_settings')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}
