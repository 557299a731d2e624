import type { QueuedMail } from '#features/engagement/notifications/actions/mails.ts'
import type { Context } from '#server/context.ts'
import type { InvoiceMail, MailKind } from '../contract/mails.ts'
import * as store from '../store/mails.ts'

interface NewLogEntry {
  kind: MailKind
  mail: QueuedMail
  /** The contact who gets it; the client, if left out. */
  contactId?: number | null
  /** Set for automatic reminders: which one it is, and for which due date. */
  reminder?: { days_after_due: number; due_date: string }
}

/** Every mail about an invoice is logged, in the transaction that queues it. */
export const logInvoiceMail = (
  tx: Context,
  invoiceId: number,
  { kind, mail, contactId = null, reminder }: NewLogEntry,
): Promise<void> =>
  store.insertInvoiceMail(tx.db, tx.accountId, {
    invoice_id: invoiceId,
    mail_id: mail.id,
    kind,
    days_after_due: reminder?.days_after_due ?? null,
    due_date: reminder?.due_date ?? null,
    recipients: mail.recipients,
    subject: mail.subject,
    contact_id: contactId,
    sent_at: tx.now,
  })

/** In the order in which they were sent. */
export const listMails = ({ db, accountId }: Context, invoiceId: number): Promise<InvoiceMail[]> =>
  store.listInvoiceMails(db, accountId, invoiceId)

/** The client, or a contact, opened the invoice in the portal. */
export const markMailsSeen = (
  { db, accountId, now }: Context,
  invoiceId: number,
  contactId: number | null,
): Promise<void> => store.markMailsSeen(db, accountId, invoiceId, contactId, now)
