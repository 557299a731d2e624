import { type NotNull, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { inPages } from '#server/database/in-pages.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Usage } from './contract.ts'
import type { Notice, StoredSubscription } from './rules.ts'

export async function insertTrial(db: Db, accountId: AccountId, trialEndsAt: Date): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values({ account_id: accountId, plan_id: 'professional', status: 'trial', trial_ends_at: trialEndsAt })
    .execute()
}

export async function isTrialUsed(db: Db, hashes: readonly Buffer[]): Promise<boolean> {
  const found = await db
    .selectFrom('used_trials')
    .select('identity_hash')
    .where('identity_hash', 'in', hashes)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertUsedTrial(db: Db, identity_hash: Buffer): Promise<void> {
  await db
    .insertInto('used_trials')
    .values({ identity_hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const subscriptionsWithAccount = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .leftJoin('payment_customers', 'payment_customers.account_id', 'subscriptions.account_id')
    .select([
      'subscriptions.plan_id',
      'subscriptions.status',
      'subscriptions.trial_ends_at',
      'subscriptions.current_period_end',
      'subscriptions.billing_starts_at',
      'subscriptions.version',
      'accounts.email',
      'accounts.email_verified',
      'accounts.delete_at',
      'payment_customers.customer_id',
    ])

const subscriptionOf = (db: Db, accountId: AccountId) =>
  subscriptionsWithAccount(db).where('subscriptions.account_id', '=', accountId)

export const findSubscriptionsOf = (db: Db, accountIds: readonly AccountId[]) =>
  subscriptionsWithAccount(db)
    .select('subscriptions.account_id')
    .where('subscriptions.account_id', 'in', accountIds)
    .execute()

export const findSubscription = (db: Db, accountId: AccountId) =>
  subscriptionOf(db, accountId).executeTakeFirst()

/** The entitlement, with a lock on the account's limits until the transaction ends. */
export const lockSubscription = (db: Db, accountId: AccountId) =>
  subscriptionOf(db, accountId).forNoKeyUpdate('subscriptions').executeTakeFirst()

/** `monthStart` is the instant at which the account's calendar month began. */
export async function countUsage(db: Db, accountId: AccountId, monthStart: Date): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select
      (select count(*) from clients where account_id = ${accountId} and archived_at is null)
        as "clientsCount",
      (select count(*) from projects where account_id = ${accountId} and status <> 'cancelled')
        as "projectsCount",
      (select count(*) from invoices where account_id = ${accountId} and created_at >= ${monthStart})
        as "invoicesThisMonth"`.execute(db)
  return rows[0] ?? { clientsCount: 0, projectsCount: 0, invoicesThisMonth: 0 }
}

/** Stores the provider's state, unless another was stored since `version` was read. */
export async function storeProviderState(
  db: Db,
  accountId: AccountId,
  version: number,
  { plan_id, status, current_period_end, billing_starts_at }: StoredSubscription,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ plan_id, status, current_period_end, billing_starts_at, version: version + 1 })
    .where('account_id', '=', accountId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The account, with its customer id at the payment provider if it has one. */
export const findPayer = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('accounts')
    .leftJoin('payment_customers', 'payment_customers.account_id', 'accounts.id')
    .select(['accounts.email', 'accounts.name', 'accounts.created_at', 'payment_customers.customer_id'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()

export async function findCustomer(db: Db, accountId: AccountId): Promise<string | undefined> {
  const found = await db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return found?.customer_id
}

export async function insertCustomer(db: Db, accountId: AccountId, customerId: string): Promise<void> {
  await db
    .insertInto('payment_customers')
    .values({ account_id: accountId, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteCustomer(db: Db, accountId: AccountId, customerId: string): Promise<void> {
  await db
    .deleteFrom('payment_customers')
    .where('account_id', '=', accountId)
    .where('customer_id', '=', customerId)
    .execute()
}

export interface StartedCheckout {
  /** The provider's idempotency key: repeated requests get the same session. */
  key: string
  parameters: string
  billing_starts_at: Date | null
  started_at: Date
}

export const findCheckout = (db: Db, accountId: AccountId): Promise<StartedCheckout | undefined> =>
  db
    .selectFrom('checkouts')
    .select(['key', 'parameters', 'billing_starts_at', 'started_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Replaces the previous checkout. */
export async function replaceCheckout(
  db: Db,
  accountId: AccountId,
  { key, parameters, billing_starts_at, started_at }: StartedCheckout,
): Promise<void> {
  const started = { key, parameters, billing_starts_at, started_at }
  await db
    .insertInto('checkouts')
    .values({ account_id: accountId, ...started })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(started))
    .execute()
}

export async function deleteCheckout(db: Db, accountId: AccountId, key: string): Promise<void> {
  await db.deleteFrom('checkouts').where('account_id', '=', accountId).where('key', '=', key).execute()
}

/** Only for a customer from an event with a verified signature. */
export async function findAccountOfCustomer(db: Db, customerId: string): Promise<AccountId | undefined> {
  const found = await db
    .selectFrom('payment_customers')
    .select('account_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return found?.account_id
}

export async function isHandled(db: Db, accountId: AccountId, eventId: string): Promise<boolean> {
  const found = await db
    .selectFrom('payment_events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', eventId)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertEvent(
  db: Db,
  accountId: AccountId,
  { id, type }: { id: string; type: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('payment_events')
    .values({ account_id: accountId, id, type, handled_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteEventsBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('payment_events').where('handled_at', '<', instant).execute()
}

/** All accounts that are customers of the payment provider. */
export const allPayers = (db: Db) =>
  inPages<{ account_id: AccountId }>((after, limit) =>
    db
      .selectFrom('payment_customers')
      .select('account_id')
      .where(sql<SqlBool>`account_id > ${after?.account_id ?? 0}`)
      .orderBy('account_id')
      .limit(limit)
      .execute(),
  )

/** Returns whether it is new: each notice is sent once. */
export async function insertNotice(
  db: Db,
  accountId: AccountId,
  { kind, about }: Notice,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('subscription_notices')
    .values({ account_id: accountId, kind, about: about.toISOString(), sent_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Running trials of all accounts that end by then, without those already reminded. */
export const findTrialsEnding = (db: Db, now: Date, until: Date) =>
  inPages<TrialEnding>((after, limit) =>
    trialsEnding(db, now, until)
      .where(sql<SqlBool>`subscriptions.account_id > ${after?.account_id ?? 0}`)
      .orderBy('subscriptions.account_id')
      .limit(limit)
      .execute(),
  )

type TrialEnding = Awaited<ReturnType<ReturnType<typeof trialsEnding>['executeTakeFirstOrThrow']>>

/** The ending trial of one account. */
export const findTrialEnding = (db: Db, accountId: AccountId, now: Date, until: Date) =>
  trialsEnding(db, now, until).where('subscriptions.account_id', '=', accountId).executeTakeFirst()

const trialsEnding = (db: Db, now: Date, until: Date) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .select([
      'subscriptions.account_id',
      'accounts.email',
      'accounts.email_verified',
      'subscriptions.trial_ends_at',
    ])
    .where('subscriptions.status', '=', 'trial')
    .where('subscriptions.trial_ends_at', '>', now)
    .where('subscriptions.trial_ends_at', '<=', until)
    .where('accounts.delete_at', 'is', null)
    .where(
      sql<SqlBool>`not exists (
        select from subscription_notices told
        where told.account_id = subscriptions.account_id and told.kind = 'trial_ending'
      )`,
    )
    .$narrowType<{ trial_ends_at: NotNull }>()
