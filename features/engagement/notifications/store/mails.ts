import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Audience } from '../rules/mails.ts'
import type { MailSendsTable, WaitingNoticesTable } from '../table.ts'

type Send = Insertable<MailSendsTable>

export async function insertSends(
  db: Db,
  accountId: AccountId,
  sends: Omit<Send, 'account_id'>[],
): Promise<void> {
  await db
    .insertInto('mail_sends')
    .values(sends.map((send) => ({ account_id: accountId, ...send })))
    .execute()
}

export async function deleteSendsUntil(db: Db, accountId: AccountId, instant: Date): Promise<void> {
  await db
    .deleteFrom('mail_sends')
    .where('account_id', '=', accountId)
    .where('sent_at', '<=', instant)
    .execute()
}

interface Which {
  address_hash?: Buffer
  audience: Audience
}

/** The time of the `count`-th last of these emails, if there were that many after `since`. */
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
    .where('audience', '=', audience)
  if (address_hash) sends = sends.where('address_hash', '=', address_hash)
  const found = await sends
    .orderBy('sent_at', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return found?.sent_at
}

type NewNotice = Omit<Insertable<WaitingNoticesTable>, 'account_id'>

export async function insertNotice(db: Db, accountId: AccountId, notice: NewNotice): Promise<void> {
  await db
    .insertInto('waiting_notices')
    .values({ account_id: accountId, ...notice })
    .execute()
}

/** Locks the oldest notices that wait, until the transaction ends. */
export const lockNotices = (db: Db, accountId: AccountId, limit: number) =>
  db
    .selectFrom('waiting_notices')
    .select(['id', 'client_id', 'notice'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()

export async function deleteNotices(db: Db, accountId: AccountId, ids: number[]): Promise<void> {
  await db
    .deleteFrom('waiting_notices')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

export async function deleteNoticesOfClient(db: Db, accountId: AccountId, clientId: number): Promise<void> {
  await db
    .deleteFrom('waiting_notices')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .execute()
}
