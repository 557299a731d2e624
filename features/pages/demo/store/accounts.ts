import { sql } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { DemoStudio } from '../rules/studio.ts'

interface NewDemo {
  time_zone: string
  currency: Currency
  locale: string
  created_at: Date
  demo_of: AccountId | null
  demo_expires_at: Date
}

/** An account that nobody can sign in to, with everything a plan can include. */
export async function insertDemo(
  db: Db,
  { person, email, name, address, ...profile }: DemoStudio,
  account: NewDemo,
): Promise<AccountId> {
  const { id } = await db
    .insertInto('accounts')
    .values({
      ...account,
      email,
      email_verified: false,
      name: person,
      business_name: name,
      business_address: address,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('businesses')
    .values({ account_id: id, email, ...profile })
    .execute()
  await db
    .insertInto('subscriptions')
    .values({ account_id: id, plan_id: 'professional', status: 'active' })
    .execute()
  return id
}

/** Until the transaction ends, so that two requests do not open two demos of an account. */
export async function lockAccount(db: Db, accountId: AccountId): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(db)
}

export const findDemo = (db: Db, accountId: AccountId, now: Date) =>
  demosAt(db, now).where('id', '=', accountId).executeTakeFirst()

/** Not one that is to be deleted, as an account can be. */
export const findDemoOf = (db: Db, owner: AccountId, now: Date) =>
  demosAt(db, now).where('demo_of', '=', owner).where('delete_at', 'is', null).executeTakeFirst()

const demosAt = (db: Db, now: Date) =>
  db
    .selectFrom('accounts')
    .select(['id', 'demo_of', sql<Date>`demo_expires_at`.as('expires_at')])
    .where('demo_expires_at', '>', now)

/** Set back to its beginning, so that it is over for every request under way. Returns false if it has expired already. */
export async function expireDemo(db: Db, accountId: AccountId, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set(({ ref }) => ({ demo_expires_at: ref('created_at') }))
    .where('id', '=', accountId)
    .where('demo_expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
