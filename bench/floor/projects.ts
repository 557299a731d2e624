import type { FastifyInstance } from 'fastify'
import { type FloorDatabase, signedIn } from './database.ts'
import { RATE_COLUMNS } from './rate.ts'
import { inUnits } from './rows.ts'

export function addProjectCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get('/api/projects', async (request) => {
    const { account } = await signedIn(db, request)
    const projects = await db.query(
      'projects',
      `select p.id, p.name, p.client_id, c.name as client_name, p.description, p.currency, p.billing, p.hourly_rate,
         p.daily_rate, p.fixed_fee, ${RATE_COLUMNS}, p.estimated_hours, p.budget_hours, p.budget_amount,
         case when p.budget_hours is not null then (select coalesce(sum(t.hours), 0) from time_entries t
           where t.account_id = $1 and t.project_id = p.id) end as budget_hours_used,
         case when p.budget_amount is not null then (select coalesce(sum(t.amount), 0) from time_entries t
           where t.account_id = $1 and t.project_id = p.id) end as budget_amount_used,
         p.invoice_on_approval, p.status, p.start_date, p.end_date, p.version, coalesce(
           (select true from time_entries t where t.account_id = $1 and t.project_id = p.id limit 1),
           (select true from expenses t where t.account_id = $1 and t.project_id = p.id limit 1),
           (select true from invoices t where t.account_id = $1 and t.project_id = p.id limit 1),
           (select true from deliverables t join decisions d on d.account_id = $1 and d.deliverable_id = t.id
             where t.account_id = $1 and t.project_id = p.id limit 1), false
         ) as has_history
       from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
       where p.account_id = $1 order by p.name_key, p.id limit 50`,
      [account],
    )
    return projects.map((project) => inUnits(project, ...PROJECT_AMOUNTS))
  })
}

const PROJECT_AMOUNTS = [
  'hourly_rate',
  'daily_rate',
  'fixed_fee',
  'rate',
  'rate_hours',
  'estimated_hours',
  'budget_hours',
  'budget_hours_used',
  'budget_amount',
  'budget_amount_used',
]
