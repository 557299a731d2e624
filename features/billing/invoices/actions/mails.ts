import { addDays, dateIn } from '#core/calendar.ts'
import { getReminders } from '#features/billing/reminders/actions.ts'
import type { ReminderRule } from '#features/billing/reminders/contract.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import type { QueuedMail } from '#features/engagement/notifications/actions/mails.ts'
import type { Context } from '#server/context.ts'
import type { Invoice } from '../contract/invoice.ts'
import type { MailKind, MailLog } from '../contract/mails.ts'
import { isMorningOver, type LoggedMail, nextReminder, type Remindable } from '../rules/reminding.ts'
import * as store from '../store/mails.ts'
import { getInvoice, paymentsOf } from './invoice.ts'

interface NewLogEntry {
  kind: MailKind
  mail: QueuedMail
  /** The contact who gets it; the client, if left out. */
  contactId?: number | null
  /** Of a reminder that Daybook sends by itself: which one, and for which due date. */
  reminder?: { rule: ReminderRule; due_date: string }
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
    days_after_due: reminder?.rule.days_after_due ?? null,
    due_date: reminder?.due_date ?? null,
    recipients: mail.recipients,
    subject: mail.subject,
    contact_id: contactId,
    sent_at: tx.now,
  })

export async function listInvoiceMails(ctx: Context, id: number): Promise<MailLog> {
  const invoice = await getInvoice(ctx, id)
  const mails = await store.listInvoiceMails(ctx.db, ctx.accountId, id)
  const { rules } = await getReminders(ctx)
  const remindable = await remindableOf(ctx, invoice)
  const from = isMorningOver(ctx.timeZone, ctx.now) ? addDays(ctx.today, 1) : ctx.today
  return { mails, next_reminder: nextReminder(remindable, rules, byDay(ctx, mails), from) }
}

/** The invoice with its own and its client's switch for reminders. What was refunded or disputed is not asked for again. */
export async function remindableOf(ctx: Context, invoice: Invoice): Promise<Remindable> {
  const { archived, email, reminders_enabled } = await getClient(ctx, invoice.client_id)
  const payments = await paymentsOf(ctx, invoice)
  const isContested = payments.some(({ kind }) => kind !== 'payment')
  const isOn = invoice.reminders_enabled && reminders_enabled
  return { ...invoice, reminders_enabled: isOn && !archived && email !== '' && !isContested }
}

export const byDay = ({ timeZone }: Context, mails: { kind: MailKind; sent_at: Date }[]): LoggedMail[] =>
  mails.map(({ kind, sent_at }) => ({ kind, sent_on: dateIn(timeZone, sent_at) }))

/** The client, or a contact, opened the invoice in the portal. */
export const markMailsSeen = (
  { db, accountId, now }: Context,
  invoiceId: number,
  contactId: number | null,
): Promise<void> => store.markMailsSeen(db, accountId, invoiceId, contactId, now)
