import type { FastifyInstance } from 'fastify'
import { monthOf } from '#core/calendar.ts'
import {
  describeActivity,
  loggedTime,
  type StoredActivity,
} from '#features/foundation/activity/rules/descriptions.ts'
import { type FloorDatabase, signedIn } from './database.ts'
import { inUnits } from './rows.ts'

export function addDashboardCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get('/api/dashboard/stats', async (request) => {
    const { account, today, timeZone, currency } = await signedIn(db, request)
    const { first, last } = monthOf(today)
    const stats = await db.queryOne(
      'dashboard figures',
      `select
         client_counts.*, project_counts.*, hours.*, pending.*,
         (select count(*) from recurring_invoices where account_id = $1 and problem = 'limit_reached')
           as "waitingInvoicesCount"
       from (
         select count(*) as "clientsCount",
           count(*) filter (where created_at >= $2::timestamp at time zone $5) as "newClientsCount"
         from clients where account_id = $1 and archived_at is null
       ) client_counts, (
         select count(*) as "projectsCount",
           count(*) filter (where (budget_hours is not null or budget_amount is not null) and (
             select sum(t.hours) >= budget_hours * 0.8 or sum(t.amount) >= budget_amount * 0.8 from time_entries t
             where t.account_id = projects.account_id and t.project_id = projects.id
           )) as "nearBudgetCount"
         from projects where account_id = $1 and status = 'active'
       ) project_counts, (
         select coalesce(sum(hours), 0) as "thisMonthHours",
           coalesce(sum(hours) filter (where is_billable), 0) as "thisMonthBillableHours"
         from time_entries where account_id = $1 and date between $2 and $3
       ) hours, (
         select coalesce(sum(home_balance), 0) as "pendingInvoicesTotal",
           count(*) filter (where status = 'overdue' or (due_date < $4 and total > 0)) as "overdueInvoicesCount"
         from invoices where account_id = $1 and status in ('sent', 'overdue')
       ) pending`,
      [account, first, last, today, timeZone],
    )
    return { currency, ...inUnits(stats, 'thisMonthHours', 'thisMonthBillableHours', 'pendingInvoicesTotal') }
  })

  floor.get('/api/dashboard/recent-activity', async (request) => {
    const { account } = await signedIn(db, request)
    const activities = await db.query<
      StoredActivity & { date: Date; subject: object | null; removal_id: number | null }
    >(
      'recent activity',
      `select a.type, a.data, a.created_at as date, c.content as comment, case when coalesce(
           (select true from clients t where t.account_id = $1 and t.id = a.subject_id
             and a.subject_type = 'client' and t.archived_at is null),
           (select true from projects t where t.account_id = $1 and t.id = a.subject_id
             and a.subject_type like 'project%'),
           (select true from time_entries t where t.account_id = $1 and t.id = a.subject_id
             and a.subject_type = 'time_entry'),
           (select true from invoices t where t.account_id = $1 and t.id = a.subject_id
             and a.subject_type = 'invoice'),
           (select true from expenses t where t.account_id = $1 and t.id = a.subject_id
             and a.subject_type = 'expense')
         ) then json_build_object('type', a.subject_type, 'id', a.subject_id) end as subject,
         (select r.id from removals r where r.account_id = $1 and r.id = a.removal_id
           and r.restored_at is null and r.removed_at > now() - interval '1 day') as removal_id
       from activities a
       left join comments c on c.account_id = $1 and c.id = (a.data->'comment'->>'id')::bigint
       where a.account_id = $1 order by a.id desc limit 10`,
      [account],
    )
    return activities.map(({ date, subject, removal_id, ...activity }) => ({
      ...describeActivity(activity),
      ...withHours(loggedTime(activity)),
      date,
      subject,
      removal_id,
    }))
  })
}

const withHours = ({ logged }: ReturnType<typeof loggedTime>) =>
  logged ? { logged: { ...logged, hours: logged.hours / 3600 } } : {}
