import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { InvoiceMail } from '../contract/mails.ts'
import type { InvoiceMailsTable } from '../table.ts'

export async function insertInvoiceMail(
  db: Db,
  accountId: AccountId,
  mail: Omit<Insertable<InvoiceMailsTable>, 'account_id' | 'seen_at'>,
): Promise<void> {
  await db
    .insertInto('invoice_mails')
    .values({ account_id: accountId, ...mail })
    .execute()
}

/** A mail that was deleted since counts as sent. */
const deliveryStatus = sql<InvoiceMail['status']>`case
  when mails.status in ('queued', 'sending') then 'sending'
  else coalesce(mails.status, 'sent')
end`.as('status')

export const listInvoiceMails = (db: Db, accountId: AccountId, invoiceId: number): Promise<InvoiceMail[]> =>
  db
    .selectFrom('invoice_mails')
    .leftJoin('mails', (join) =>
      join
        .onRef('mails.account_id', '=', 'invoice_mails.account_id')
        .onRef('mails.id', '=', 'invoice_mails.mail_id'),
    )
    .select([
      'invoice_mails.id',
      'invoice_mails.kind',
      sql<boolean>`invoice_mails.days_after_due is not null`.as('is_automatic'),
      'invoice_mails.recipients',
      'invoice_mails.subject',
      'invoice_mails.sent_at',
      deliveryStatus,
      'invoice_mails.seen_at',
    ])
    .where('invoice_mails.account_id', '=', accountId)
    .where('invoice_mails.invoice_id', '=', invoiceId)
    .orderBy('invoice_mails.id')
    .execute()

export async function markMailsSeen(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  contactId: number | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('invoice_mails')
    .set({ seen_at: now })
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .where('contact_id', 'is not distinct from', contactId)
    .where('seen_at', 'is', null)
    .execute()
}
