import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { NumberedKind } from './table.ts'

/** Adds to the last number, which starts at 0, and returns it. Holds a lock until the transaction ends. */
export async function countOn(
  db: Db,
  accountId: AccountId,
  kind: NumberedKind,
  count: number,
): Promise<number> {
  const { last_number } = await db
    .insertInto('number_series')
    .values({ account_id: accountId, kind, last_number: count })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind'])
        .doUpdateSet({ last_number: sql`number_series.last_number + excluded.last_number` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

export async function setLastNumber(
  db: Db,
  accountId: AccountId,
  kind: NumberedKind,
  last: number,
): Promise<void> {
  await db
    .updateTable('number_series')
    .set({ last_number: sql`greatest(${last}, first_number - 1)` })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()
}

export async function setFirstNumber(
  db: Db,
  accountId: AccountId,
  kind: NumberedKind,
  first: number,
): Promise<void> {
  await db
    .updateTable('number_series')
    .set({ first_number: first, last_number: first - 1 })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()
}

export async function findNextNumber(db: Db, accountId: AccountId, kind: NumberedKind): Promise<number> {
  const series = await db
    .selectFrom('number_series')
    .select('last_number')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return (series?.last_number ?? 0) + 1
}
