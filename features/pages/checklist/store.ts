import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Checklist } from './contract.ts'

export async function findChecklist(db: Db, accountId: AccountId): Promise<Checklist> {
  const hasRow = (table: string, condition = sql`true`) =>
    sql`exists (select from ${sql.table(table)} where account_id = ${accountId} and ${condition})`
  const hasRate = sql`hourly_rate is not null`
  const { rows } = await sql<Checklist>`
    select business_name <> '' as business, ${hasRow('clients')} as client, ${hasRow('invoices')} as invoice,
      ${hasRow('businesses', hasRate)} or ${hasRow('clients', hasRate)} or ${hasRow('projects', hasRate)} as rate,
      checklist_dismissed_at is not null as is_dismissed
    from accounts where id = ${accountId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error('account not found')
  return found
}

export async function markDismissed(db: Db, accountId: AccountId, now: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ checklist_dismissed_at: now })
    .where('id', '=', accountId)
    .where('checklist_dismissed_at', 'is', null)
    .execute()
}
