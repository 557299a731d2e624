import { type RawBuilder, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import type { ProjectSum } from '#features/billing/billable-work/rules.ts'
import type { Db } from '#server/database/database.ts'
import { type AsJson, jsonRows } from '#server/database/json.ts'
import type { AccountId } from '#server/identity/account-id.ts'

export interface Owed {
  client_id: number
  currency: Currency
  amount: MinorUnits
  is_overdue: boolean
}

interface LastDay {
  client_id: number
  last_active_on: DateOnly
}

interface ClientSums {
  owed: AsJson<Owed>[]
  unbilled: AsJson<ProjectSum>[]
  last_days: AsJson<LastDay>[]
}

/** In one statement, so that work that is being billed is either unbilled or owed. */
export async function sumUpClients(
  db: Db,
  accountId: AccountId,
  today: DateOnly,
  unbilled: RawBuilder<ProjectSum>,
): Promise<ClientSums> {
  const { rows } = await sql<ClientSums>`select
    ${jsonRows(unbilled)} as unbilled,
    ${jsonRows(sql`
      select client_id, currency, sum(balance) as amount, bool_or(status = 'overdue' or due_date < ${today}) as is_overdue
      from invoices
      where account_id = ${accountId} and status in ('sent', 'overdue') and balance > 0 and number is not null
      group by client_id, currency`)} as owed,
    ${jsonRows(sql`
      select client_id, max(day) as last_active_on from (
        select client_id, max(greatest(issue_date, paid_on)) as day from invoices
        where account_id = ${accountId} group by client_id
        union all
        select p.client_id, max(t.day) from projects p join (
          select project_id, max(date) as day from time_entries where account_id = ${accountId} group by project_id
        ) t on t.project_id = p.id
        where p.account_id = ${accountId} and p.client_id is not null group by p.client_id
      ) days group by client_id`)} as last_days`.execute(db)
  if (!rows[0]) throw new Error('a sum returned no row')
  return rows[0]
}
