import { sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { Db } from '#server/database/database.ts'
import { inPages } from '#server/database/in-pages.ts'
import type { AccountId } from '#server/identity/account-id.ts'

interface DueRecord {
  account_id: AccountId
  id: number
  next_date: DateOnly
  time_zone: string
}

/** Records of all accounts that are due by this day. */
export const findDue = (db: Db, table: string, latestDay: DateOnly) =>
  inPages<DueRecord>(async (after, limit) => {
    const { rows } = await sql<DueRecord>`
      select r.account_id, r.id, r.next_date, a.time_zone
      from ${sql.table(table)} r join accounts a on a.id = r.account_id
      where not r.is_paused and r.next_date <= ${latestDay} and a.delete_at is null
        and (r.account_id, r.id) > (${after?.account_id ?? 0}, ${after?.id ?? 0})
      order by r.account_id, r.id limit ${limit}`.execute(db)
    return rows
  })

/** Counts the records, and keeps others from adding one until the transaction ends. */
export async function lockAndCount(db: Db, accountId: AccountId, table: string): Promise<number> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where account_id = ${accountId}`.execute(db)
  return rows[0]?.count ?? 0
}
