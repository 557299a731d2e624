import { type SqlBool, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { InvoiceMail } from '#features/billing/invoices/contract/mails.ts'
import type { Db } from '#server/database/database.ts'
import { inPages } from '#server/database/in-pages.ts'
import type { AsJson } from '#server/database/json.ts'
import type { AccountId } from '#server/identity/account-id.ts'

interface DueDates {
  from: DateOnly
  to: DateOnly
}

/** A proposal asks for approval, not for money. */
const remindable = (invoices: string) => {
  const column = (name: string) => sql.ref(`${invoices}.${name}`)
  return sql<SqlBool>`${column('status')} in ('sent', 'overdue') and ${column('number')} is not null
    and ${column('reminders_enabled')}`
}

export const findAccountsWithInvoicesDue = (db: Db, { from, to }: DueDates) =>
  inPages<{ account_id: AccountId; time_zone: string }>((after, limit) =>
    db
      .selectFrom('invoices')
      .innerJoin('accounts', 'accounts.id', 'invoices.account_id')
      .select(['invoices.account_id', 'accounts.time_zone'])
      .distinct()
      .where(remindable('invoices'))
      .where('invoices.due_date', '>=', from)
      .where('invoices.due_date', '<=', to)
      .where('accounts.delete_at', 'is', null)
      .where(sql<SqlBool>`invoices.account_id > ${after?.account_id ?? 0}`)
      .orderBy('invoices.account_id')
      .limit(limit)
      .execute(),
  )

export interface InvoiceDue extends Pick<Invoice, 'id' | 'status' | 'due_date' | 'sent_at'> {
  balance: MinorUnits
  /** False if the client requested changes to the whole invoice. */
  may_be_payable: boolean
  mails: Pick<InvoiceMail, 'kind' | 'sent_at'>[]
}

/** Unpaid invoices that were mailed to a client who gets reminders, not refunded or disputed and not just being paid, with what was mailed about each. */
export async function findInvoicesDue(
  db: Db,
  accountId: AccountId,
  { from, to }: DueDates,
): Promise<InvoiceDue[]> {
  const { rows } = await sql<Omit<InvoiceDue, 'mails'> & { mails: AsJson<InvoiceDue['mails']> }>`
    select i.id, i.status, i.due_date, i.sent_at, i.balance, log.mails,
      i.approval_status is distinct from 'rejected' or exists (
        select from line_requests r where r.account_id = i.account_id and r.invoice_id = i.id and r.closed_at is null
      ) as may_be_payable
    from invoices i
    join clients c on c.account_id = i.account_id and c.id = i.client_id
    cross join lateral (
      select json_agg(json_build_object('kind', m.kind, 'sent_at', m.sent_at) order by m.id) as mails
      from invoice_mails m where m.account_id = i.account_id and m.invoice_id = i.id
    ) log
    where i.account_id = ${accountId} and ${remindable('i')} and i.due_date between ${from} and ${to}
      and c.reminders_enabled and c.archived_at is null and log.mails is not null
      and not exists (
        select from payments p
        where p.account_id = i.account_id and p.invoice_id = i.id and p.kind in ('refund', 'dispute')
      )
      and not exists (
        select from invoice_checkouts checkout
        where checkout.account_id = i.account_id and checkout.invoice_id = i.id and checkout.state = 'processing'
      )
    order by i.due_date, i.id`.execute(db)
  return rows.map(({ mails, ...invoice }) => ({
    ...invoice,
    mails: mails.map((mail) => ({ ...mail, sent_at: new Date(mail.sent_at) })),
  }))
}
