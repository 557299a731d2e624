import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { type MailRow, mails } from './table.ts'

type NewMail = Omit<typeof mails.$inferInsert, 'changedAt'>

export async function insertMail(db: Db, mail: NewMail): Promise<number> {
  const [row] = await db
    .insert(mails)
    .values({ ...mail, changedAt: mail.createdAt })
    .returning({ id: mails.id })
  if (!row) throw new Error('an insert returned no row')
  return row.id
}

/** Whoever gets the row is the only one who sends it. */
export async function claimMail(db: Db, accountId: AccountId, id: number, now: Date) {
  const [mail] = await db
    .update(mails)
    .set({ status: 'sending', attempts: sql`${mails.attempts} + 1`, changedAt: now })
    .where(and(eq(mails.accountId, accountId), eq(mails.id, id), eq(mails.status, 'queued')))
    .returning()
  return mail
}

/** Nobody may send what somebody began to send and did not come back from. */
export async function giveUpAbandoned(db: Db, accountId: AccountId, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(mails)
    .set({
      status: 'uncertain',
      reason: 'Daybook stopped while it was being sent',
      content: null,
      changedAt: now,
    })
    .where(and(eq(mails.accountId, accountId), eq(mails.id, id), eq(mails.status, 'sending')))
  return rowCount === 1
}

/** What waited when a backup was taken may have been sent since. Every account's, since all of them were restored. */
export async function giveUpRestored(db: Db, now: Date): Promise<void> {
  await db
    .update(mails)
    .set({
      status: 'uncertain',
      reason: 'Daybook was restored from a backup in which it had not been sent yet',
      content: null,
      changedAt: now,
    })
    .where(inArray(mails.status, ['queued', 'sending']))
}

type Result = Pick<MailRow, 'status' | 'reason'>

/** A result counts even if another server had meanwhile given the mail up. */
export async function recordResult(db: Db, mail: MailRow, result: Result, now: Date): Promise<void> {
  const again = result.status === 'queued'
  await db
    .update(mails)
    .set({ ...result, changedAt: now, ...(!again && { content: null }) })
    .where(
      and(
        eq(mails.accountId, mail.accountId),
        eq(mails.id, mail.id),
        inArray(mails.status, again ? ['sending'] : ['sending', 'uncertain']),
      ),
    )
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
  const byAddress = and(isNull(mails.clientId), eq(mails.toAddress, client.email))
  await db
    .delete(mails)
    .where(
      and(
        eq(mails.accountId, accountId),
        or(eq(mails.clientId, client.id), client.emailIsShared ? undefined : byAddress),
      ),
    )
}
