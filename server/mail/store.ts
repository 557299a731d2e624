import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { MailRow, MailsTable } from './table.ts'

type NewMail = Omit<Insertable<MailsTable>, 'changed_at'>

export async function insertMail(db: Db, mail: NewMail): Promise<number> {
  const { id } = await db
    .insertInto('mails')
    .values({ ...mail, changed_at: mail.created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whoever gets the row is the only one who sends it. */
export const claimMail = (db: Db, accountId: AccountId, id: number, now: Date) =>
  db
    .updateTable('mails')
    .set({ status: 'sending', attempts: sql`attempts + 1`, changed_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst()

/** Nobody may send what somebody began to send and did not come back from. */
export async function giveUpAbandoned(db: Db, accountId: AccountId, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({
      status: 'uncertain',
      reason: 'Daybook stopped while it was being sent',
      content: null,
      changed_at: now,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What waited when a backup was taken may have been sent since. Every account's, since all of them were restored. */
export async function giveUpRestored(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      status: 'uncertain',
      reason: 'Daybook was restored from a backup in which it had not been sent yet',
      content: null,
      changed_at: now,
    })
    .where('status', 'in', ['queued', 'sending'])
    .execute()
}

type Result = Pick<MailRow, 'status' | 'reason'>

/** A result counts even if another server had meanwhile given the mail up. */
export async function recordResult(db: Db, mail: MailRow, result: Result, now: Date): Promise<void> {
  const again = result.status === 'queued'
  await db
    .updateTable('mails')
    .set({ ...result, changed_at: now, ...(!again && { content: null }) })
    .where('account_id', '=', mail.account_id)
    .where('id', '=', mail.id)
    .where('status', 'in', again ? ['sending'] : ['sending', 'uncertain'])
    .execute()
}

/**
 * With a client who is removed go the mails to them and about them, sent or not. Those from before clients were noted are
 * known by nothing but an address.
 */
export async function forgetMailsOf(
  db: Db,
  accountId: AccountId,
  client: { id: number; email: string; emailIsShared: boolean },
): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('account_id', '=', accountId)
    .where(({ eb, or, and }) =>
      or([
        eb('client_id', '=', client.id),
        ...(client.emailIsShared
          ? []
          : [and([eb('client_id', 'is', null), eb('to_address', '=', client.email)])]),
      ]),
    )
    .execute()
}
