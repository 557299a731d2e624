import { and, desc, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { mailSends } from './table.ts'

type Send = Omit<typeof mailSends.$inferInsert, 'id'>

export async function insertSend(db: Db, send: Send): Promise<void> {
  await db.insert(mailSends).values(send)
}

export async function deleteSendsUntil(db: Db, accountId: AccountId, instant: Date): Promise<void> {
  await db.delete(mailSends).where(and(eq(mailSends.accountId, accountId), lte(mailSends.sentAt, instant)))
}

type Which = Partial<Pick<Send, 'addressHash' | 'audience'>>

/** When the `count`-th last of these mails was sent, if there were so many after `since`. */
export async function findSend(
  db: Db,
  accountId: AccountId,
  { addressHash, audience }: Which,
  since: Date,
  count: number,
): Promise<Date | undefined> {
  const [found] = await db
    .select({ sentAt: mailSends.sentAt })
    .from(mailSends)
    .where(
      and(
        eq(mailSends.accountId, accountId),
        gt(mailSends.sentAt, since),
        addressHash && eq(mailSends.addressHash, addressHash),
        audience && eq(mailSends.audience, audience),
      ),
    )
    .orderBy(desc(mailSends.sentAt))
    .offset(count - 1)
    .limit(1)
  return found?.sentAt
}
