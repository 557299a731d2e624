import type { Selectable } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { StoredConnection } from '../rules/connection.ts'
import type { PaymentAccountsTable } from '../table.ts'

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
