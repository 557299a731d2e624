import type { Insertable } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { MailSendsTable } from './table.ts'

type Send = Insertable<MailSendsTable>

export async function insertSend(db: Db, send: Send): Promise<void> {
  await db.insertInto('mail_sends').values(send).execute()
}

export async function deleteSendsUntil(db: Db, accountId: AccountId, instant: Date): Promise<void> {
  await db
    .deleteFrom('mail_sends')
    .where('account_id', '=', accountId)
    .where('sent_at', '<=', instant)
    .execute()
}

type Which = Partial<Pick<Send, 'address_hash' | 'audience'>>

/** When the `count`-th last of these mails was sent, if there were that many after `since`. */
export async function findSend(
  db: Db,
  accountId: AccountId,
  { address_hash, audience }: Which,
  since: Date,
  count: number,
): Promise<Date | undefined> {
  let sends = db
    .selectFrom('mail_sends')
    .select('sent_at')
    .where('account_id', '=', accountId)
    .where('sent_at', '>', since)
  if (address_hash) sends = sends.where('address_hash', '=', address_hash)
  if (audience) sends = sends.where('audience', '=', audience)
  const found = await sends
    .orderBy('sent_at', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return found?.sent_at
}
