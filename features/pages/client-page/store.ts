import { sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { PortalAccessStatus } from '#features/engagement/portal-access/contract.ts'
import type { Part } from '#features/pages/money/rules.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Movement } from './rules/statement.ts'

/** The payments of a client in a period, in each currency. */
export async function sumUpPayments(
  db: Db,
  accountId: AccountId,
  clientId: number,
  { from, to }: { from: DateOnly; to: DateOnly },
): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select i.currency, sum(p.amount) as amount, sum(p.home_amount) as home_amount, count(*)
    from invoices i join payments p on p.account_id = i.account_id and p.invoice_id = i.id
    where i.account_id = ${accountId} and i.client_id = ${clientId} and p.paid_on between ${from} and ${to}
    group by i.currency`.execute(db)
  return rows
}

/** A client's overpayments on each invoice, with the rate of the invoice. */
export async function listCredit(db: Db, accountId: AccountId, clientId: number) {
  return db
    .selectFrom('invoices')
    .select(['currency', 'exchange_rate', 'overpaid'])
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('overpaid', '>', 0)
    .execute()
}

interface ClientOverview {
  projects_count: number
  invoices_count: number
  portal_status: PortalAccessStatus | null
  last_seen_at: Date | null
}

export async function findOverview(
  db: Db,
  accountId: AccountId,
  clientId: number,
  now: Date,
): Promise<ClientOverview> {
  const of = sql`account_id = ${accountId} and client_id = ${clientId}`
  const { rows } = await sql<ClientOverview>`
    select
      (select count(*) from projects where ${of}) as projects_count,
      (select count(*) from invoices where ${of}) as invoices_count,
      last_seen_at, portal_status
    from (
      select max(last_seen_at) as last_seen_at, case
        when bool_or(revoked_at is null and expires_at > ${now}) then 'active'
        when bool_or(revoked_at is null) then 'expired'
        when count(*) > 0 then 'revoked'
      end as portal_status
      from portal_access where ${of}
    ) portal`.execute(db)
  if (!rows[0]) throw new Error('a count returned no row')
  return rows[0]
}

/** Payments of what credit notes took back are credit of the client. The last of them stands for all. */
const creditedExcess = sql`case when n.id = (
    select max(other.id) from credit_notes other
    where other.account_id = n.account_id and other.invoice_id = n.invoice_id and other.status = 'sent'
  ) then i.overpaid - (
    select coalesce(sum(p.surplus), 0) from payments p where p.account_id = i.account_id and p.invoice_id = i.id
  ) else 0 end`

/** Issued invoices, which proposals are not yet, and their payments until a day. Those before the first day are summed up as the opening balance. */
export async function listMovements(
  db: Db,
  accountId: AccountId,
  clientId: number,
  { from, to }: { from: DateOnly; to: DateOnly },
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    with issued as materialized (
      select * from invoices
      where account_id = ${accountId} and client_id = ${clientId} and was_issued and number is not null
    ), movements as (
      select 'invoice' as type, issue_date as day, currency, total as amount, 0 as surplus, id as invoice_id, invoice_number,
        null as kind, null as method, '' as reference, id as position
      from issued where status <> 'draft' and issue_date <= ${to}
      union all
      select 'cancellation', greatest(cancelled_on, issue_date), currency, credited - total, 0, id, invoice_number, null, null, '', id
      from issued where status = 'cancelled' and credited < total and greatest(cancelled_on, issue_date) <= ${to}
      union all
      select 'credit_note', n.issue_date, i.currency, -n.total, ${creditedExcess}, i.id, i.invoice_number, null, null,
        n.credit_note_number, n.id
      from issued i join credit_notes n on n.account_id = i.account_id and n.invoice_id = i.id
      where n.status = 'sent' and n.issue_date <= ${to}
      union all
      select 'payment', p.paid_on, i.currency, -p.amount - p.surplus, p.surplus, i.id, i.invoice_number, p.kind, p.method,
        p.reference, p.id
      from issued i join payments p on p.account_id = i.account_id and p.invoice_id = i.id
      where p.paid_on <= ${to} and p.amount + p.surplus <> 0
      union all
      select 'write_off', p.paid_on, i.currency, -p.written_off, 0, i.id, i.invoice_number, p.kind, null, p.reason, p.id
      from issued i join payments p on p.account_id = i.account_id and p.invoice_id = i.id
      where p.paid_on <= ${to} and p.written_off <> 0
    )
    select * from (
      select 'opening' as type, ${from}::date as day, currency, sum(amount) as amount, sum(surplus) as surplus, 0 as invoice_id,
        '' as invoice_number,
        null as kind, null as method, '' as reference, 0 as position
      from movements where day < ${from} group by currency
      union all
      select * from movements where day >= ${from}
    ) lines
    order by day, array_position(array['opening', 'invoice', 'credit_note', 'payment', 'write_off', 'cancellation'], type), position`.execute(
    db,
  )
  return rows
}

/**
 * Erases the names of a client whose own row is erased already: in comments, in the log of emails, and in events about
 * invoices.
 */
export async function eraseNames(
  db: Db,
  accountId: AccountId,
  clientId: number,
  name: string,
): Promise<void> {
  await db
    .updateTable('comments')
    .set({ author_name: name })
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('author_type', '=', 'client')
    .execute()
  await sql`
    update invoices set sent_content = null, scheduled_for = null, scheduled_mail = null, schedule_problem = ''
    where account_id = ${accountId} and client_id = ${clientId} and status = 'draft'`.execute(db)
  await sql`
    update invoice_mails m set recipients = '{}', subject = '' from invoices i
    where m.account_id = ${accountId} and i.account_id = ${accountId} and i.id = m.invoice_id
      and i.client_id = ${clientId}`.execute(db)
  await sql`
    update activities set data = jsonb_set(data, '{invoice,client_name}', to_jsonb(${name}::text))
    where account_id = ${accountId} and subject_type = 'invoice' and data->'invoice'->'client_name' is not null
      and subject_id in (
        select id from invoices where account_id = ${accountId} and client_id = ${clientId}
      )`.execute(db)
}
