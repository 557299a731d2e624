import { type RawBuilder, sql } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import type { WorkFilter } from '#core/schemas.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { UnbilledExpense, UnbilledFee, UnbilledTime } from './contract.ts'

/** Unbilled work with its project. */
export type UnbilledRow = OfProject & (TimeRow | ExpenseRow | FeeRow)

interface OfProject {
  project_id: number
  project_name: string
  project_currency: Currency
  fixed_fee: MinorUnits | null
  client_id: number | null
  client_name: string | null
}

type TimeRow = UnbilledTime & { kind: 'time' }
type ExpenseRow = UnbilledExpense & { kind: 'expense' }
type FeeRow = UnbilledFee

const PROJECT = sql`p.id as project_id, p.name as project_name, p.currency as project_currency, p.fixed_fee,
  p.client_id, c.name as client_name`
const itsClient = sql`left join clients c on c.account_id = p.account_id and c.id = p.client_id`
const withProject = sql`join projects p on p.account_id = w.account_id and p.id = w.project_id ${itsClient}`

/** Time without a rate is covered by what is agreed for the project, unless that is a rate. */
const TIME = sql`
  select 'time' as kind, w.id, w.date, w.description, p.currency, w.amount, w.hours, w.rate,
    case when w.rate_hours = 100 then 'hour' else 'day' end as rate_unit, w.rate_hours, null as category,
    null::int as version, null as approved_by, ${PROJECT}
  from time_entries w ${withProject}
  where w.is_billable and not w.is_billed and (w.rate is not null or p.billing in ('hourly', 'daily'))`

const EXPENSES = sql`
  select 'expense' as kind, w.id, w.date, w.description, w.currency, w.billable_amount as amount, null::bigint as hours,
    null::bigint as rate, null as rate_unit, null::bigint as rate_hours, w.category, null::int as version,
    null as approved_by, ${PROJECT}
  from expenses w ${withProject}
  where w.is_billable and not w.is_billed`

/** The client approved the newest version, and its day is the freelancer's. */
const deliverables = (timeZone: string) => sql`
  select 'deliverable' as kind, w.id, (d.decided_at at time zone ${timeZone})::date as date, v.title as description,
    p.currency, w.fee as amount, null::bigint as hours, null::bigint as rate, null as rate_unit,
    null::bigint as rate_hours, null as category, v.version, d.client_name as approved_by, ${PROJECT}
  from deliverables w
  join deliverable_versions v on v.account_id = w.account_id and v.deliverable_id = w.id and v.version = w.version
  join decisions d on d.account_id = w.account_id and d.subject_type = 'deliverable' and d.subject_id = w.id
    and d.version = w.version and d.decision = 'approved'
  ${withProject}
  where w.fee is not null and not w.is_billed and w.status = 'approved'`

const MILESTONES = sql`
  select 'milestone' as kind, w.id, w.completed_on as date, w.title as description, p.currency, w.fee as amount,
    null::bigint as hours, null::bigint as rate, null as rate_unit, null::bigint as rate_hours, null as category,
    null::int as version, null as approved_by, ${PROJECT}
  from milestones w ${withProject}
  where w.fee is not null and not w.is_billed and w.status = 'completed'`

/** What invoices that are not cancelled bill of a project's fixed fee. */
const feeBilled = sql`coalesce((
  select sum(item.amount) from invoice_items item
  join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
  where item.account_id = p.account_id and item.fee_project_id = p.id and i.status <> 'cancelled'
), 0)`

const FIXED_FEES = sql`
  select 'fixed_fee' as kind, p.id, null::date as date, p.name as description, p.currency,
    p.fixed_fee - ${feeBilled} as amount, null::bigint as hours, null::bigint as rate, null as rate_unit,
    null::bigint as rate_hours, null as category, null::int as version, null as approved_by, ${PROJECT}
  from projects p ${itsClient}
  where p.billing = 'fixed' and p.fixed_fee > ${feeBilled}`

/** The oldest first, fixed fees last. */
export async function listUnbilled(
  db: Db,
  accountId: AccountId,
  timeZone: string,
  { client_id, project_id, from, to }: WorkFilter,
  limit: number,
): Promise<UnbilledRow[]> {
  const ofProject = sql`and p.account_id = ${accountId}
    ${client_id ? sql`and p.client_id = ${client_id}` : sql``}
    ${project_id ? sql`and p.id = ${project_id}` : sql``}`
  const oldest = (kind: RawBuilder<unknown>, date: string) => sql`(
    ${kind} and w.account_id = ${accountId} ${ofProject}
    ${from ? sql`and ${sql.ref(`w.${date}`)} >= ${from}` : sql``}
    ${to ? sql`and ${sql.ref(`w.${date}`)} <= ${to}` : sql``}
    order by ${sql.ref(`w.${date}`)}, w.id limit ${limit}
  )`
  const { rows } = await sql<UnbilledRow>`
    select * from (
      ${oldest(TIME, 'date')}
      union all ${oldest(EXPENSES, 'date')}
      union all ${oldest(MILESTONES, 'completed_on')}
      union all (
        select * from (${deliverables(timeZone)} and w.account_id = ${accountId} ${ofProject}) approved
        where true ${from ? sql`and date >= ${from}` : sql``} ${to ? sql`and date <= ${to}` : sql``}
      )
      union all (${FIXED_FEES} ${ofProject} and p.status <> 'cancelled')
    ) work
    order by date nulls last, kind, id limit ${limit}`.execute(db)
  return rows
}
