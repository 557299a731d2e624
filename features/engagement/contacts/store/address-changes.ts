import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { AddressChangesTable } from '../table.ts'

/** The owner of the address: the client, or a contact. */
export interface Visitor {
  clientId: number
  contactId: number | null
}

export async function insertChange(
  db: Db,
  accountId: AccountId,
  { clientId, contactId }: Visitor,
  change: Omit<Insertable<AddressChangesTable>, 'account_id' | 'client_id' | 'contact_id'>,
): Promise<void> {
  await db
    .insertInto('address_changes')
    .values({ account_id: accountId, client_id: clientId, contact_id: contactId, ...change })
    .execute()
}

const changesOf = (db: Db, accountId: AccountId, { clientId, contactId }: Visitor) =>
  db
    .selectFrom('address_changes')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('contact_id', 'is not distinct from', contactId)

export const findLatestChange = (db: Db, accountId: AccountId, visitor: Visitor) =>
  changesOf(db, accountId, visitor)
    .select(['email', 'old_email', 'requested_at', 'confirmed_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The time of the `count`-th last request, if there were that many after `since`. */
export async function findRequest(
  db: Db,
  accountId: AccountId,
  visitor: Visitor,
  since: Date,
  count: number,
): Promise<Date | undefined> {
  const found = await changesOf(db, accountId, visitor)
    .select('requested_at')
    .where('requested_at', '>', since)
    .orderBy('requested_at', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return found?.requested_at
}

/** The latest change of a visitor whose portal opens. The account number comes from the link and is verified by finding it. */
export const findByToken = (db: Db, claimedAccount: number, tokenHash: Buffer) =>
  db
    .selectFrom('address_changes as change')
    .innerJoin('accounts', 'accounts.id', 'change.account_id')
    .innerJoin('clients', (join) =>
      join.onRef('clients.account_id', '=', 'change.account_id').onRef('clients.id', '=', 'change.client_id'),
    )
    .leftJoin('contacts', (join) =>
      join
        .onRef('contacts.account_id', '=', 'change.account_id')
        .onRef('contacts.id', '=', 'change.contact_id'),
    )
    .select([
      'change.account_id',
      'change.id',
      'change.client_id',
      'change.contact_id',
      'change.email',
      'change.old_email',
      'change.requested_at',
      'change.confirmed_at',
      'accounts.time_zone',
      'accounts.currency',
      'accounts.locale',
      'accounts.demo_expires_at',
      'clients.name as client_name',
      'contacts.name as contact_name',
      sql<string>`case when change.contact_id is null then clients.email else contacts.email end`.as(
        'present_email',
      ),
    ])
    .where(sql<SqlBool>`change.account_id = ${claimedAccount}`)
    .where('change.token_hash', '=', tokenHash)
    .where('accounts.delete_at', 'is', null)
    .where('clients.archived_at', 'is', null)
    .where('contacts.removed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('address_changes as later')
            .select('later.id')
            .whereRef('later.account_id', '=', 'change.account_id')
            .whereRef('later.client_id', '=', 'change.client_id')
            .whereRef('later.contact_id', 'is not distinct from', 'change.contact_id')
            .whereRef('later.id', '>', 'change.id'),
        ),
      ),
    )
    .executeTakeFirst()

export async function markConfirmed(db: Db, accountId: AccountId, id: number, now: Date): Promise<void> {
  await db
    .updateTable('address_changes')
    .set({ confirmed_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function deleteChangesUntil(db: Db, accountId: AccountId, instant: Date): Promise<void> {
  await db
    .deleteFrom('address_changes')
    .where('account_id', '=', accountId)
    .where('requested_at', '<=', instant)
    .execute()
}

/** Deletes changes of a contact or, without one, of a client and all contacts. */
export async function deleteChangesOf(
  db: Db,
  accountId: AccountId,
  clientId: number,
  contactId?: number,
): Promise<void> {
  await db
    .deleteFrom('address_changes')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .$if(contactId !== undefined, (query) => query.where('contact_id', '=', Number(contactId)))
    .execute()
}
