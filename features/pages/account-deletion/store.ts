import { type SqlBool, sql } from 'kysely'
import { emailIdentity } from '#features/foundation/account/rules.ts'
import { EVERY_TABLE, type FoundTable, inOrder } from '#server/backup/tables.ts'
import type { Db } from '#server/database/database.ts'
import { inPages } from '#server/database/in-pages.ts'
import { FILE_COLUMN } from '#server/files/references.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** Locks the account's deletion until the transaction ends. */
export const lockDeletion = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('accounts')
    .select(['delete_at', 'removal_began_at'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export async function setDeletion(db: Db, accountId: AccountId, deleteAt: Date | null): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ delete_at: deleteAt, plan_ended_at: null })
    .where('id', '=', accountId)
    .execute()
}

/** All accounts to be deleted whose plan has not ended yet, or whose day has come, and demos that have expired. */
export const findAccountsToClose = (db: Db, now: Date) =>
  inPages<AccountToClose>((after, limit) =>
    accountsToClose(db, now)
      .where(sql<SqlBool>`id > ${after?.account_id ?? 0}`)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )

type AccountToClose = Awaited<ReturnType<ReturnType<typeof accountsToClose>['executeTakeFirstOrThrow']>>

/** The ending trial of one account. */
export const findAccountToClose = (db: Db, accountId: AccountId, now: Date) =>
  accountsToClose(db, now).where('id', '=', accountId).executeTakeFirst()

const accountsToClose = (db: Db, now: Date) =>
  db
    .selectFrom('accounts')
    .select(['id as account_id', deleteAt.as('delete_at'), 'plan_ended_at', 'removal_began_at'])
    .where(({ eb, or, and }) =>
      or([
        and([eb('delete_at', 'is not', null), eb('plan_ended_at', 'is', null)]),
        eb('delete_at', '<=', now),
        eb('demo_expires_at', '<=', now),
      ]),
    )

/** A demo is deleted when it expires, whatever was asked in it. */
const deleteAt = sql<Date | null>`least(delete_at, demo_expires_at)`

export async function markPlanEnded(db: Db, accountId: AccountId, now: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ plan_ended_at: now })
    .where('id', '=', accountId)
    .where('delete_at', 'is not', null)
    .execute()
}

/**
 * From here on the deletion cannot be cancelled, and signing in is impossible. Returns the identities that opened the
 * account, its verified address among them, or undefined unless it began just now.
 */
export async function beginRemoval(
  db: Db,
  accountId: AccountId,
  now: Date,
): Promise<{ issuer: string; subject: string }[] | undefined> {
  const began = await db
    .updateTable('accounts')
    .set({ delete_at: deleteAt, removal_began_at: now })
    .where('id', '=', accountId)
    .where(deleteAt, '<=', now)
    .where('removal_began_at', 'is', null)
    .returning(['email', 'email_verified'])
    .executeTakeFirst()
  if (!began) return undefined
  await db.deleteFrom('sessions').where('account_id', '=', accountId).execute()
  const identities = await db
    .deleteFrom('identities')
    .where('account_id', '=', accountId)
    .returning(['issuer', 'subject'])
    .execute()
  return began.email_verified ? [...identities, emailIdentity(began.email)] : identities
}

export interface AccountTable {
  name: string
  namesFiles: boolean
}

/** Every table with rows of accounts, each before those that it refers to. The last mail is removed with the account. */
export async function tablesOfAccounts(db: Db): Promise<AccountTable[]> {
  const { rows } = await sql.raw<FoundTable>(EVERY_TABLE).execute(db)
  const tables = inOrder(rows)
  const has = (table: (typeof tables)[number], column: string) =>
    table.columns.some(({ name }) => name === column)
  return tables
    .filter((table) => has(table, 'account_id') && table.name !== 'mails')
    .map((table) => ({ name: table.name, namesFiles: has(table, FILE_COLUMN) }))
    .reverse()
}

/** Removes some rows. Returns how many, and the files that they referred to. */
export async function removeRows(db: Db, accountId: AccountId, table: AccountTable, limit: number) {
  const name = sql.id(table.name)
  const file = table.namesFiles ? sql.id(FILE_COLUMN) : sql`null::text`
  const { rows } = await sql<{ file: string | null }>`
    delete from ${name} where account_id = ${accountId} and ctid = any(array(
      select ctid from ${name} where account_id = ${accountId} limit ${limit}
    )) returning ${file} as file`.execute(db)
  return { count: rows.length, files: rows.flatMap(({ file }) => file ?? []) }
}

export async function hasMailsToSend(db: Db, accountId: AccountId): Promise<boolean> {
  const found = await db
    .selectFrom('mails')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`status in ('queued', 'sending')`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** All but the last mail, which was queued when the removal began. */
export async function removeMailsBefore(db: Db, accountId: AccountId, instant: Date): Promise<void> {
  await db.deleteFrom('mails').where('account_id', '=', accountId).where('created_at', '<', instant).execute()
}

export async function removeAccount(db: Db, accountId: AccountId): Promise<void> {
  await db.deleteFrom('mails').where('account_id', '=', accountId).execute()
  await db.deleteFrom('accounts').where('id', '=', accountId).execute()
}
