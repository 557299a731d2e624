import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { accounts, identities, sessions } from '#features/account/table.ts'
import { EVERY_TABLE, type FoundTable, inOrder } from '#server/backup/tables.ts'
import type { Db } from '#server/database/database.ts'
import { FILE_COLUMN } from '#server/files/naming.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { mails } from '#server/mail/table.ts'

/** The account's deletion, which until the transaction ends nobody else changes. */
export async function lockDeletion(db: Db, accountId: AccountId) {
  const [found] = await db
    .select({ deleteAt: accounts.deleteAt, removalBeganAt: accounts.removalBeganAt })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('update')
  return found
}

export async function setDeletion(db: Db, accountId: AccountId, deleteAt: Date | null): Promise<void> {
  await db.update(accounts).set({ deleteAt, planEndedAt: null }).where(eq(accounts.id, accountId))
}

/** Accounts of everybody that are to be deleted. */
export function findClosing(db: Db) {
  return db
    .select({
      accountId: accounts.id,
      timeZone: accounts.timeZone,
      deleteAt: accounts.deleteAt,
      planEndedAt: accounts.planEndedAt,
      removalBeganAt: accounts.removalBeganAt,
    })
    .from(accounts)
    .where(isNotNull(accounts.deleteAt))
    .orderBy(accounts.deleteAt)
}

export async function markPlanEnded(db: Db, accountId: AccountId, now: Date): Promise<void> {
  await db
    .update(accounts)
    .set({ planEndedAt: now })
    .where(and(eq(accounts.id, accountId), isNotNull(accounts.deleteAt)))
}

/** From here on there is no way back: nobody can sign in to the account. Gives whether it began just now. */
export async function beginRemoval(db: Db, accountId: AccountId, now: Date): Promise<boolean> {
  const began = await db
    .update(accounts)
    .set({ removalBeganAt: now })
    .where(and(eq(accounts.id, accountId), lte(accounts.deleteAt, now), isNull(accounts.removalBeganAt)))
    .returning({ id: accounts.id })
  if (began.length === 0) return false
  await db.delete(identities).where(eq(identities.accountId, accountId))
  await db.delete(sessions).where(eq(sessions.accountId, accountId))
  return true
}

export interface AccountTable {
  name: string
  namesFiles: boolean
}

/** Every table with rows of accounts, each before those that it points to. The last mail goes with the account. */
export async function tablesOfAccounts(db: Db): Promise<AccountTable[]> {
  const { rows } = await db.execute<FoundTable & Record<string, unknown>>(sql.raw(EVERY_TABLE))
  const tables = inOrder(rows)
  const has = (table: (typeof tables)[number], column: string) =>
    table.columns.some(({ name }) => name === column)
  return tables
    .filter((table) => has(table, 'account_id') && table.name !== 'mails')
    .map((table) => ({ name: table.name, namesFiles: has(table, FILE_COLUMN) }))
    .reverse()
}

/** Removes some rows, and gives how many, and which files they named. */
export async function removeRows(db: Db, accountId: AccountId, table: AccountTable, limit: number) {
  const name = sql.identifier(table.name)
  const file = table.namesFiles ? sql.identifier(FILE_COLUMN) : sql`null::text`
  const { rows } = await db.execute<{ file: string | null }>(sql`
    delete from ${name} where ctid = any(array(
      select ctid from ${name} where account_id = ${accountId} limit ${limit}
    )) returning ${file} as file`)
  return { count: rows.length, files: rows.flatMap(({ file }) => file ?? []) }
}

export async function hasMailsToSend(db: Db, accountId: AccountId): Promise<boolean> {
  const found = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.accountId, accountId), sql`${mails.status} in ('queued', 'sending')`))
    .limit(1)
  return found.length > 0
}

/** The old ones; the last mail was queued when the removal began. */
export async function removeMailsBefore(db: Db, accountId: AccountId, instant: Date): Promise<void> {
  await db.delete(mails).where(and(eq(mails.accountId, accountId), sql`${mails.createdAt} < ${instant}`))
}

export async function removeAccount(db: Db, accountId: AccountId): Promise<void> {
  await db.delete(mails).where(eq(mails.accountId, accountId))
  await db.delete(accounts).where(eq(accounts.id, accountId))
}
