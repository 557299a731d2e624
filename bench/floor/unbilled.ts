import type { FastifyInstance } from 'fastify'
import {
  MAX_UNBILLED,
  type UnbilledExpense,
  type UnbilledFee,
  type UnbilledProject,
  type UnbilledTime,
} from '#features/billing/billable-work/contract.ts'
import { sumsOf } from '#features/billing/billable-work/rules.ts'
import { type FloorDatabase, signedIn } from './database.ts'
import { inUnits } from './rows.ts'

export function addUnbilledCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get('/api/unbilled', async (request) => {
    const { account, timeZone } = await signedIn(db, request)
    const rows = await db.query<UnbilledRow>('unbilled', UNBILLED_WORK, [account, timeZone, MAX_UNBILLED + 1])
    const projects = byProject(rows.slice(0, MAX_UNBILLED))
    const sums = sumsOf(projects)
    for (const project of projects) {
      const { time, expenses, fees } = project
      project.sums = sumsOf([project])
      inUnits(project, 'fixed_fee')
      for (const entry of time) inUnits(entry, 'hours', 'billed_hours', 'rate', 'rate_hours', 'amount')
      for (const priced of [...expenses, ...fees]) inUnits(priced, 'amount')
      for (const sum of project.sums) inUnits(sum, 'hours', 'amount')
    }
    for (const sum of sums) inUnits(sum, 'hours', 'amount')
    return { projects, sums, truncated: rows.length > MAX_UNBILLED }
  })
}

/** Work with its project. */
export type UnbilledRow = Pick<
  UnbilledProject,
  'project_id' | 'project_name' | 'fixed_fee' | 'client_id' | 'client_name'
> & { project_currency: string } & (
    | (UnbilledTime & { kind: 'time' })
    | (UnbilledExpense & { kind: 'expense' })
    | UnbilledFee
  )

export function byProject(rows: UnbilledRow[]): UnbilledProject[] {
  const projects = new Map<number | null, UnbilledProject>()
  for (const row of rows) {
    const { project_id, project_name, project_currency: currency, fixed_fee, client_id, client_name } = row
    const project = projects.get(project_id) ?? {
      ...{ project_id, project_name, client_id, client_name, currency, fixed_fee },
      ...{ time: [], expenses: [], fees: [], sums: [] },
    }
    projects.set(project_id, project)
    const { id, description } = row
    if (row.kind === 'time') {
      const { date, hours, billed_hours, rate, rate_unit, rate_hours, is_fixed, amount } = row
      project.time.push({
        ...{ id, date, description, hours, billed_hours, rate, rate_unit, rate_hours, is_fixed, amount },
      })
    } else if (row.kind === 'expense') {
      const { date, category, currency, amount } = row
      project.expenses.push({ id, date, description, category, currency, amount })
    } else {
      const { kind, date, version, approved_by, amount } = row
      project.fees.push({ kind, id, date, description, version, approved_by, amount })
    }
  }
  return [...projects.values()].sort(
    (a, b) =>
      (a.project_name ?? '').localeCompare(b.project_name ?? '') || (a.project_id ?? 0) - (b.project_id ?? 0),
  )
}

const OF_PROJECT = `p.name as project_name, p.currency as project_currency, p.fixed_fee, p.client_id, c.name as client_name`

const ITS_PROJECT = `join projects p on p.account_id = $1 and p.id = w.project_id
  left join clients c on c.account_id = $1 and c.id = p.client_id`

const RATE_UNIT = `case when rate_hours = 3600 then 'hour' else 'day' end as rate_unit`

export const TIME_TO_BILL = `
  select 'time' as kind, w.project_id, w.id, w.date, w.description, w.amount, w.hours, w.hours as billed_hours, w.rate, ${RATE_UNIT}, w.rate_hours, false as is_fixed,
    ${OF_PROJECT}
  from time_entries w ${ITS_PROJECT}
  where w.account_id = $1 and w.id = any($2::bigint[]) and w.is_billable and not w.is_billed
  order by w.date, w.id for update of w`

const UNBILLED_WORK = `
  select w.*, ${OF_PROJECT}
  from (
    (select 'time' as kind, t.project_id, t.id, t.date, t.description, t.amount, null as currency, null as category, t.hours, t.hours as billed_hours,
       t.rate, ${RATE_UNIT}, t.rate_hours, false as is_fixed, null::int as version, null as approved_by
     from time_entries t join projects p on p.account_id = $1 and p.id = t.project_id
     where t.account_id = $1 and t.is_billable and not t.is_billed
       and (t.rate is not null or p.billing in ('hourly', 'daily'))
     order by t.date, t.id limit $3)
    union all
    (select 'expense', project_id, id, date, description, billable_amount, currency, category, null, null, null, null, null, null, null, null
     from expenses where account_id = $1 and is_billable and not is_billed and project_id is not null
     order by date, id limit $3)
    union all
    (select 'milestone', project_id, id, completed_on, title, fee, null, null, null, null, null, null, null, null, null, null
     from milestones where account_id = $1 and fee is not null and not is_billed and status = 'completed')
    union all
    (select 'deliverable', s.project_id, s.id, (d.decided_at at time zone $2)::date, v.title, s.fee, null, null, null, null, null,
       null, null, null, v.version, d.client_name
     from deliverables s
     join deliverable_versions v on v.account_id = $1 and v.deliverable_id = s.id and v.version = s.version
     join decisions d on d.account_id = $1 and d.deliverable_id = s.id and d.version = s.version
       and d.decision = 'approved'
     where s.account_id = $1 and s.fee is not null and not s.is_billed and s.status = 'approved')
    union all
    (select 'fixed_fee', id, id, null, name, fixed_fee - billed, null, null, null, null, null, null, null, null, null, null
     from projects, lateral (
       select coalesce(sum(item.amount), 0) as billed
       from invoice_items item join invoices i on i.account_id = $1 and i.id = item.invoice_id
       where item.account_id = $1 and item.fee_project_id = projects.id and i.status <> 'cancelled'
     ) fees
     where account_id = $1 and billing = 'fixed' and fixed_fee > billed and status <> 'cancelled')
  ) w ${ITS_PROJECT}
  order by w.date nulls last, w.kind, w.id limit $3`
