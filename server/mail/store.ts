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

/** The attachment of an email that waits to be sent. */
export async function findAttachment(db: Db, accountId: AccountId, id: number) {
  const mail = await db
    .selectFrom('mails')
    .select('attachment')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return mail?.attachment ?? undefined
}

export async function markUnsendable(
  db: Db,
  accountId: AccountId,
  id: number,
  reason: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ status: 'failed', reason, changed_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** Only the caller that gets the row sends the mail. */
export const claimMail = (db: Db, accountId: AccountId, id: number, now: Date) =>
  db
    .updateTable('mails')
    .set({ status: 'sending', attempts: sql`attempts + 1`, changed_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst()

/** A mail whose sending was interrupted is not sent again. */
export async function markAbandonedUncertain(
  db: Db,
  accountId: AccountId,
  id: number,
  now: Date,
): Promise<boolean> {
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

/** Mails that were unsent when a backup was made may have been sent since. For all accounts, since all are restored. */
export async function markUnsentUncertain(db: Db, now: Date): Promise<void> {
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

/** A result counts even if another server has marked the mail as uncertain meanwhile. */
export async function recordResult(db: Db, mail: MailRow, result: Result, now: Date): Promise<void> {
  const again = result.status === 'queued'
  // One that certainly failed can be sent once more by an admin.
  const keepsContent = again || result.status === 'failed'
  await db
    .updateTable('mails')
    .set({ ...result, changed_at: now, ...(!keepsContent && { content: null }) })
    .where('account_id', '=', mail.account_id)
    .where('id', '=', mail.id)
    .where('status', 'in', again ? ['sending'] : ['sending', 'uncertain'])
    .execute()
}

/**
 * Deletes mails to and about a removed client, sent or not. Old mails have no client id, so they are found by address.
 */
export async function deleteClientMails(
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
