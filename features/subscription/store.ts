import { eq, sql } from 'drizzle-orm'
import { accounts } from '#features/account/table.ts'
import { clients } from '#features/clients/table.ts'
import { invoices } from '#features/invoices/table.ts'
import { projects } from '#features/projects/table.ts'
import type { AccountId } from '#server/account-id.ts'
import type { Db } from '#server/database/open.ts'
import type { Usage } from './contract.ts'
import { subscriptions } from './table.ts'

export async function insertTrial(db: Db, accountId: AccountId, trialEndsAt: Date): Promise<void> {
  await db.insert(subscriptions).values({ accountId, planId: 'professional', status: 'trial', trialEndsAt })
}

const subscriptionOf = (db: Db, accountId: AccountId) =>
  db
    .select({
      planId: subscriptions.planId,
      status: subscriptions.status,
      trialEndsAt: subscriptions.trialEndsAt,
      currentPeriodEnd: subscriptions.currentPeriodEnd,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
    })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(eq(subscriptions.accountId, accountId))

export async function findSubscription(db: Db, accountId: AccountId) {
  const [found] = await subscriptionOf(db, accountId)
  return found
}

/** The same, and until the transaction ends nobody else decides on a limit of this account. */
export async function lockSubscription(db: Db, accountId: AccountId) {
  const [found] = await subscriptionOf(db, accountId).for('no key update', { of: subscriptions })
  return found
}

/** `monthStart` is the instant at which the account's calendar month began. */
export async function countUsage(db: Db, accountId: AccountId, monthStart: Date): Promise<Usage> {
  const { rows } = await db.execute<Record<keyof Usage, number>>(sql`
    select
      (select count(*) from ${clients} where account_id = ${accountId} and archived_at is null)::int
        as "clientsCount",
      (select count(*) from ${projects} where account_id = ${accountId} and status <> 'cancelled')::int
        as "projectsCount",
      (select count(*) from ${invoices} where account_id = ${accountId} and created_at >= ${monthStart})::int
        as "invoicesThisMonth"`)
  return rows[0] ?? { clientsCount: 0, projectsCount: 0, invoicesThisMonth: 0 }
}
