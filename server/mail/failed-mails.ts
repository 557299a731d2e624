import { type SqlBool, sql } from 'kysely'
import type { PublicContext } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { sendMail } from './send.ts'

const MAX_LISTED = 50

/** Its content is still there, and nobody has sent the same to the same address since. */
const canBeSentAgain = sql<SqlBool>`(
  mails.status = 'failed' and mails.content is not null and not exists (
    select from mails later
    where later.account_id = mails.account_id and later.id > mails.id and later.to_address = mails.to_address
      and later.subject = mails.subject and later.status in ('queued', 'sending', 'sent')
  )
)`

/** Failed mails of all accounts, newest first, without subject and recipient, which are the freelancers' business. */
export const listFailedMails = (db: Db, since: Date) =>
  db
    .selectFrom('mails')
    .innerJoin('accounts', 'accounts.id', 'mails.account_id')
    .select(({ eb }) => [
      'mails.account_id',
      'mails.id',
      'accounts.email as account_email',
      eb('mails.client_id', 'is not', null).as('is_for_client'),
      sql<'failed' | 'uncertain'>`mails.status`.as('status'),
      'mails.changed_at',
      'mails.reason',
      canBeSentAgain.as('can_retry'),
    ])
    .where(sql<SqlBool>`mails.status in ('failed', 'uncertain')`)
    .where('mails.changed_at', '>=', since)
    .orderBy('mails.changed_at', 'desc')
    .orderBy('mails.id', 'desc')
    .limit(MAX_LISTED)
    .execute()

/** Counts what waits, and what failed since then. */
export async function countUnsent(db: Db, since: Date): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select
      (select count(*) from mails where status <> 'sent' and status in ('queued', 'sending')) as waiting,
      (select count(*) from mails where status in ('failed', 'uncertain') and changed_at >= ${since}) as failed`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, failed: 0 }
}

/** Sends a failed mail once more. False if it is not there, is on its way, or must not be sent twice. */
export async function retryMail(
  tx: PublicContext,
  claimed: { account_id: number; id: number },
): Promise<boolean> {
  const queued = await tx.db
    .updateTable('mails')
    .set({ status: 'queued', changed_at: tx.now })
    .where(sql<SqlBool>`mails.account_id = ${claimed.account_id}`)
    .where('mails.id', '=', claimed.id)
    .where(canBeSentAgain)
    .returning('account_id')
    .executeTakeFirst()
  if (!queued) return false
  await enqueue({ ...tx, accountId: queued.account_id }, sendMail, { mailId: claimed.id })
  return true
}
