import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { inPages } from '#server/database/in-pages.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { CheckoutState, StoredConnection } from './rules.ts'
import type { InvoiceCheckoutsTable, PaymentAccountsTable } from './table.ts'

type PaymentAccount = Selectable<PaymentAccountsTable>

const ACCOUNT_COLUMNS = [
  'account_id',
  'provider_account_id',
  'charges_enabled',
  'details_submitted',
  'connected_at',
  'disconnected_at',
] as const

/** The account that is connected now. */
export const findConnected = (db: Db, accountId: AccountId): Promise<PaymentAccount | undefined> =>
  db
    .selectFrom('payment_accounts')
    .select(ACCOUNT_COLUMNS)
    .where('account_id', '=', accountId)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()

/** The account that was connected last, whether it still is or not. */
export const findLatest = (db: Db, accountId: AccountId): Promise<PaymentAccount | undefined> =>
  db
    .selectFrom('payment_accounts')
    .select(ACCOUNT_COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('disconnected_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()

export async function countAccounts(db: Db, accountId: AccountId): Promise<number> {
  const { count } = await db
    .selectFrom('payment_accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** False if another request was faster. */
export async function insertAccount(
  db: Db,
  accountId: AccountId,
  providerAccountId: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('payment_accounts')
    .values({
      account_id: accountId,
      provider_account_id: providerAccountId,
      charges_enabled: false,
      details_submitted: false,
      connected_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

const updateAccount = (db: Db, accountId: AccountId, providerAccountId: string) =>
  db
    .updateTable('payment_accounts')
    .where('account_id', '=', accountId)
    .where('provider_account_id', '=', providerAccountId)

export async function setConnection(
  db: Db,
  accountId: AccountId,
  providerAccountId: string,
  { charges_enabled, details_submitted }: StoredConnection,
): Promise<void> {
  await updateAccount(db, accountId, providerAccountId).set({ charges_enabled, details_submitted }).execute()
}

/** Returns whether it was disconnected until now. */
export async function reconnect(
  db: Db,
  accountId: AccountId,
  providerAccountId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await updateAccount(db, accountId, providerAccountId)
    .set({ disconnected_at: null, connected_at: now })
    .where('disconnected_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether it was connected until now. */
export async function disconnect(
  db: Db,
  accountId: AccountId,
  providerAccountId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await updateAccount(db, accountId, providerAccountId)
    .set({ disconnected_at: now, charges_enabled: false })
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Only for an account from an event with a verified signature. */
export const findOwner = (db: Db, providerAccountId: string) =>
  db
    .selectFrom('payment_accounts')
    .select('account_id')
    .where('provider_account_id', '=', providerAccountId)
    .executeTakeFirst()

export type Checkout = Selectable<InvoiceCheckoutsTable>

const checkouts = (db: Db, accountId: AccountId) =>
  db.selectFrom('invoice_checkouts').selectAll().where('account_id', '=', accountId)

export const findCheckout = (db: Db, accountId: AccountId, id: number): Promise<Checkout | undefined> =>
  checkouts(db, accountId).where('id', '=', id).executeTakeFirst()

export const findCheckoutByKey = (db: Db, accountId: AccountId, key: string): Promise<Checkout | undefined> =>
  checkouts(db, accountId).where('key', '=', key).executeTakeFirst()

export const findCheckoutOfPayment = (
  db: Db,
  accountId: AccountId,
  providerPaymentId: string,
): Promise<Checkout | undefined> =>
  checkouts(db, accountId).where('provider_payment_id', '=', providerPaymentId).executeTakeFirst()

/** The newest first. */
export const findLatestCheckout = (
  db: Db,
  accountId: AccountId,
  invoiceId: number,
): Promise<Checkout | undefined> =>
  checkouts(db, accountId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listCheckouts = (
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  states: CheckoutState[],
): Promise<Checkout[]> =>
  checkouts(db, accountId).where('invoice_id', '=', invoiceId).where('state', 'in', states).execute()

const UNFINISHED = ['open', 'closing', 'processing'] as const

export const listUnfinished = (db: Db, accountId: AccountId): Promise<Checkout[]> =>
  checkouts(db, accountId).where('state', 'in', UNFINISHED).orderBy('id').execute()

/** Those with checkouts that are not over, or with payments to be read again. */
export const findAccountsToFollow = (db: Db, now: Date) =>
  inPages<{ account_id: AccountId }>((after, limit) => {
    const accounts = db
      .selectFrom('invoice_checkouts')
      .select('account_id')
      .where(sql<SqlBool>`account_id > ${after?.account_id ?? 0}`)
    return accounts
      .where('state', 'in', UNFINISHED)
      .union(accounts.where('read_again_at', '<=', now))
      .orderBy('account_id')
      .limit(limit)
      .execute()
  })

const MAX_LISTED = 500

/** Those that have waited longest first. */
export const listToReadAgain = (db: Db, accountId: AccountId, now: Date): Promise<Checkout[]> =>
  checkouts(db, accountId)
    .where('read_again_at', '<=', now)
    .orderBy('read_again_at')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()

export async function setReadAgain(
  db: Db,
  accountId: AccountId,
  id: number,
  readAgainAt: Date | null,
): Promise<void> {
  await db
    .updateTable('invoice_checkouts')
    .set({ read_again_at: readAgainAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('read_again_at', 'is not', null)
    .execute()
}

export const insertCheckout = (db: Db, row: Insertable<InvoiceCheckoutsTable>): Promise<Checkout> =>
  db.insertInto('invoice_checkouts').values(row).returningAll().executeTakeFirstOrThrow()

/** Keeps the session that was opened. False if the invoice has changed meanwhile. */
export async function keepSession(
  db: Db,
  accountId: AccountId,
  id: number,
  sessionId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invoice_checkouts')
    .set({ session_id: sessionId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns those that were open. */
export const startClosing = (db: Db, accountId: AccountId, invoiceId: number | 'all') =>
  db
    .updateTable('invoice_checkouts')
    .set({ state: 'closing' })
    .where('account_id', '=', accountId)
    .$if(invoiceId !== 'all', (query) => query.where('invoice_id', '=', Number(invoiceId)))
    .where('state', '=', 'open')
    .returning('id')
    .execute()

/** Over without a payment, unless one was found meanwhile. */
export async function close(db: Db, accountId: AccountId, id: number): Promise<void> {
  await db
    .updateTable('invoice_checkouts')
    .set({ state: 'closed' })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', 'in', UNFINISHED)
    .execute()
}

interface Reading {
  state: CheckoutState
  provider_payment_id: string
  read_again_at: Date | null
}

/** Stores what the provider says of its payment, unless another reading was stored since. */
export async function keepReading(
  db: Db,
  accountId: AccountId,
  { id, readings }: Pick<Checkout, 'id' | 'readings'>,
  { state, provider_payment_id, read_again_at }: Reading,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invoice_checkouts')
    .set({ state, provider_payment_id, read_again_at, readings: readings + 1 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('readings', '=', readings)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
