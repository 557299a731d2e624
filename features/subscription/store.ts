import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import { accounts } from '#features/account/table.ts'
import { clients } from '#features/clients/table.ts'
import { invoices } from '#features/invoices/table.ts'
import { projects } from '#features/projects/table.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Usage } from './contract.ts'
import type { Notice, StoredSubscription } from './rules.ts'
import { checkouts, paymentCustomers, paymentEvents, subscriptionNotices, subscriptions } from './table.ts'

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
      billingStartsAt: subscriptions.billingStartsAt,
      version: subscriptions.version,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      deleteAt: accounts.deleteAt,
      customerId: paymentCustomers.customerId,
    })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .leftJoin(paymentCustomers, eq(paymentCustomers.accountId, subscriptions.accountId))
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

/** `monthStart` is the instant at which the account's calendar month began. Sample data takes nothing of a plan. */
export async function countUsage(db: Db, accountId: AccountId, monthStart: Date): Promise<Usage> {
  const { rows } = await db.execute<Record<keyof Usage, number>>(sql`
    select
      (select count(*) from ${clients} where account_id = ${accountId} and archived_at is null
        and not sample)::int
        as "clientsCount",
      (select count(*) from ${projects} where account_id = ${accountId} and status <> 'cancelled'
        and not sample)::int
        as "projectsCount",
      (select count(*) from ${invoices} where account_id = ${accountId} and created_at >= ${monthStart}
        and not sample)::int
        as "invoicesThisMonth"`)
  return rows[0] ?? { clientsCount: 0, projectsCount: 0, invoicesThisMonth: 0 }
}

/** Keeps a reading of the provider, unless another was kept since `version` was read. */
export async function keepReading(
  db: Db,
  accountId: AccountId,
  version: number,
  { planId, status, currentPeriodEnd, billingStartsAt }: StoredSubscription,
): Promise<boolean> {
  const kept = await db
    .update(subscriptions)
    .set({ planId, status, currentPeriodEnd, billingStartsAt, version: version + 1 })
    .where(and(eq(subscriptions.accountId, accountId), eq(subscriptions.version, version)))
    .returning({ version: subscriptions.version })
  return kept.length > 0
}

/** The account, and the customer that it is at the payment provider, if it is one already. */
export async function findPayer(db: Db, accountId: AccountId) {
  const [found] = await db
    .select({
      email: accounts.email,
      name: accounts.name,
      createdAt: accounts.createdAt,
      customerId: paymentCustomers.customerId,
    })
    .from(accounts)
    .leftJoin(paymentCustomers, eq(paymentCustomers.accountId, accounts.id))
    .where(eq(accounts.id, accountId))
  return found
}

export async function findCustomer(db: Db, accountId: AccountId): Promise<string | undefined> {
  const [found] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.accountId, accountId))
  return found?.customerId
}

export async function keepCustomer(db: Db, accountId: AccountId, customerId: string): Promise<void> {
  await db.insert(paymentCustomers).values({ accountId, customerId }).onConflictDoNothing()
}

export async function forgetCustomer(db: Db, accountId: AccountId, customerId: string): Promise<void> {
  await db
    .delete(paymentCustomers)
    .where(and(eq(paymentCustomers.accountId, accountId), eq(paymentCustomers.customerId, customerId)))
}

export interface StartedCheckout {
  /** The provider creates one session for it, however often it is asked. */
  key: string
  wanted: string
  billingStartsAt: Date | null
  startedAt: Date
}

export async function findCheckout(db: Db, accountId: AccountId): Promise<StartedCheckout | undefined> {
  const [found] = await db.select().from(checkouts).where(eq(checkouts.accountId, accountId))
  return found
}

/** In place of the one that was there before. */
export async function replaceCheckout(db: Db, accountId: AccountId, started: StartedCheckout): Promise<void> {
  await db
    .insert(checkouts)
    .values({ accountId, ...started })
    .onConflictDoUpdate({ target: checkouts.accountId, set: started })
}

export async function deleteCheckout(db: Db, accountId: AccountId, key: string): Promise<void> {
  await db.delete(checkouts).where(and(eq(checkouts.accountId, accountId), eq(checkouts.key, key)))
}

/** Whose customer this is. Only for a customer that a checked signature named. */
export async function findAccountOfCustomer(db: Db, customerId: string) {
  const [found] = await db
    .select({ accountId: accounts.id, timeZone: accounts.timeZone })
    .from(paymentCustomers)
    .innerJoin(accounts, eq(accounts.id, paymentCustomers.accountId))
    .where(eq(paymentCustomers.customerId, customerId))
  return found
}

export async function isHandled(db: Db, accountId: AccountId, eventId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.accountId, accountId), eq(paymentEvents.id, eventId)))
  return found !== undefined
}

export async function insertEvent(
  db: Db,
  accountId: AccountId,
  { id, type }: { id: string; type: string },
  now: Date,
): Promise<void> {
  await db.insert(paymentEvents).values({ accountId, id, type, handledAt: now }).onConflictDoNothing()
}

export async function deleteEventsBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(paymentEvents).where(lt(paymentEvents.handledAt, instant))
}

const PAYERS_AT_ONCE = 500

/** Everybody who is a customer of the payment provider. */
export async function* allPayers(db: Db) {
  let last = 0
  for (;;) {
    const payers = await db
      .select({
        accountId: accounts.id,
        timeZone: accounts.timeZone,
        customerId: paymentCustomers.customerId,
      })
      .from(paymentCustomers)
      .innerJoin(accounts, eq(accounts.id, paymentCustomers.accountId))
      .where(sql`${paymentCustomers.accountId} > ${last}`)
      .orderBy(paymentCustomers.accountId)
      .limit(PAYERS_AT_ONCE)
    yield* payers
    const end = payers.at(-1)
    if (!end || payers.length < PAYERS_AT_ONCE) return
    last = end.accountId
  }
}

/** Gives whether it is new: what was said once is not said again. */
export async function insertNotice(
  db: Db,
  accountId: AccountId,
  { kind, about }: Notice,
  now: Date,
): Promise<boolean> {
  const inserted = await db
    .insert(subscriptionNotices)
    .values({ accountId, kind, about: about.toISOString(), sentAt: now })
    .onConflictDoNothing()
    .returning({ kind: subscriptionNotices.kind })
  return inserted.length > 0
}

/** Trials of all accounts that are running now and end by then, unless their owner knows already. */
export async function findTrialsEnding(db: Db, now: Date, until: Date) {
  const told = sql`select from ${subscriptionNotices} told
    where told.account_id = ${subscriptions.accountId} and told.kind = 'trial_ending'`
  const found = await db
    .select({
      accountId: accounts.id,
      timeZone: accounts.timeZone,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      trialEndsAt: subscriptions.trialEndsAt,
    })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(
      and(
        eq(subscriptions.status, 'trial'),
        gt(subscriptions.trialEndsAt, now),
        lte(subscriptions.trialEndsAt, until),
        isNull(accounts.deleteAt),
        sql`not exists (${told})`,
      ),
    )
  return found.flatMap(({ trialEndsAt, ...account }) => (trialEndsAt ? [{ ...account, trialEndsAt }] : []))
}
