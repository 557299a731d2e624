import { type Expression, type RawBuilder, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { ProjectSum } from '#features/billing/billable-work/rules.ts'
import type { Db } from '#server/database/database.ts'
import { type AsJson, jsonRows } from '#server/database/json.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { type Attention, MAX_OF_EACH } from './contract.ts'

export type ClientSum = { client_id: number; client_name: string; oldest: DateOnly } & Pick<
  ProjectSum,
  'currency' | 'count' | 'time_count' | 'expenses_count' | 'time_amount' | 'expenses_amount' | 'fees_amount'
>

export type FoundAttention = AsJson<Omit<Attention, 'unbilled'> & { unbilled: ClientSum[] }>

/** Statements of other features, each a part of this one. */
interface Parts {
  late: Expression<unknown>
  said_paid: Expression<unknown>
  problems: RawBuilder<unknown>
  unbilled: RawBuilder<unknown>
}

/** In one statement: the parts are of one state, and the database is asked once. */
export async function findAttention(
  db: Db,
  accountId: AccountId,
  { today, waitingSince }: { today: DateOnly; waitingSince: Date },
  { late, said_paid, problems, unbilled }: Parts,
): Promise<FoundAttention> {
  const { rows } = await sql<FoundAttention>`select
    ${jsonRows(late)} as late,
    ${jsonRows(said_paid)} as said_paid,
    ${jsonRows(changeRequests(accountId))} as changes,
    ${jsonRows(unreadComments(accountId))} as comments,
    ${jsonRows(problems)} as problems,
    ${jsonRows(sql`
      select client_id, c.name as client_name, sums.currency, oldest, count, time_count, expenses_count, time_amount,
        expenses_amount, fees_amount
      from (${unbilled}) sums join clients c on c.account_id = ${accountId} and c.id = sums.client_id`)} as unbilled,
    ${jsonRows(waitingForApproval(accountId, today, waitingSince))} as waiting,
    ${jsonRows(waitingDrafts(accountId))} as drafts`.execute(db)
  if (!rows[0]) throw new Error('the statement returned no row')
  return rows[0]
}

const LIMIT = sql.lit(MAX_OF_EACH)
const MAX_TEXT = sql.lit(200)

/** The words are those about the first line that waits for an answer, else about the whole. */
const changeRequests = (accountId: AccountId) => sql`
  (
    select 'invoice' as kind, i.id, i.invoice_number as name, null::int as version, i.project_id, i.client_name, i.currency,
      i.balance as amount, left(coalesce(request.note, i.client_notes), ${MAX_TEXT}) as note,
      coalesce(request.lines, 0) as lines, i.rejected_at as requested_at
    from invoices i left join lateral (
      select (array_agg(r.note order by r.id))[1] as note, count(*) as lines from line_requests r
      where r.account_id = i.account_id and r.invoice_id = i.id and r.closed_at is null and r.answer is null
    ) request on true
    where i.account_id = ${accountId} and i.status in ('sent', 'overdue') and i.approval_status = 'rejected'
  ) union all (
    select 'deliverable', d.id, d.title, d.version, d.project_id, decided.client_name, p.currency, d.fee,
      left(decided.feedback, ${MAX_TEXT}), 0, decided.decided_at
    from deliverables d
    join projects p on p.account_id = d.account_id and p.id = d.project_id and p.status in ('active', 'on_hold')
    join decisions decided on decided.account_id = d.account_id and decided.subject_type = 'deliverable'
      and decided.subject_id = d.id and decided.version = d.version
    where d.account_id = ${accountId} and d.status = 'rejected'
  ) order by requested_at desc nulls last, kind, id limit ${LIMIT}`

const unreadComments = (accountId: AccountId) => sql`
  select p.id as project_id, p.name as project_name, count(*),
    (array_agg(c.author_name order by c.id desc))[1] as author_name,
    left((array_agg(c.content order by c.id desc))[1], ${MAX_TEXT}) as content,
    (array_agg(c.deliverable_id order by c.id desc))[1] is not null as on_deliverable
  from unread u
  join comments c on c.account_id = u.account_id and c.id = u.comment_id
  join projects p on p.account_id = c.account_id and p.id = c.project_id
  where u.account_id = ${accountId} and u.access_id is null
  group by p.id, p.name order by max(c.id) desc limit ${LIMIT}`

const waitingForApproval = (accountId: AccountId, today: DateOnly, since: Date) => sql`
  select kind, id, name, version, project_id, client_name, currency, amount, since, client_has_email, seen_at from (
    select 'invoice' as kind, i.id, i.invoice_number as name, null::int as version, i.project_id, i.client_name, i.currency,
      i.balance as amount, greatest(i.sent_at, mails.sent_at) as since, c.email <> '' as client_has_email, mails.seen_at
    from invoices i
    join clients c on c.account_id = i.account_id and c.id = i.client_id
    left join lateral (
      select max(m.sent_at) as sent_at, max(m.seen_at) as seen_at from invoice_mails m
      where m.account_id = i.account_id and m.invoice_id = i.id
    ) mails on true
    where i.account_id = ${accountId} and i.status = 'sent' and i.approval_status = 'pending'
      and (i.due_date is null or i.due_date >= ${today} or i.number is null)
    union all
    select 'deliverable', d.id, d.title, d.version, d.project_id, c.name, p.currency, d.fee, v.submitted_at, c.email <> '', null
    from deliverables d
    join projects p on p.account_id = d.account_id and p.id = d.project_id and p.status in ('active', 'on_hold')
    join deliverable_versions v on v.account_id = d.account_id and v.deliverable_id = d.id and v.version = d.version
    join clients c on c.account_id = v.account_id and c.id = v.client_id
    where d.account_id = ${accountId} and d.status = 'submitted'
  ) waiting where since <= ${since} order by since, kind, id limit ${LIMIT}`

const waitingDrafts = (accountId: AccountId) => sql`
  select id, invoice_number, client_name, issue_date, currency, total, home_total is not null as has_rate, schedule_problem
  from invoices
  where account_id = ${accountId} and status = 'draft'
    and (recurring_invoice_id is not null or home_total is null or schedule_problem <> '')
    and (scheduled_for is null or schedule_problem <> '')
  order by issue_date, id limit ${LIMIT}`
