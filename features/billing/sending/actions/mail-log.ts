import { addDays, dateIn } from '#core/calendar.ts'
import { getInvoice, paymentsOf } from '#features/billing/invoices/actions/invoice.ts'
import { listMails } from '#features/billing/invoices/actions/mails.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { MailKind } from '#features/billing/invoices/contract/mails.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import type { Context } from '#server/context.ts'
import type { MailLog } from '../contract/sending.ts'
import { isMorningOver, type LoggedMail, nextReminder, type Remindable } from '../rules/reminding.ts'
import { getReminders } from './reminders.ts'

export async function getMailLog(ctx: Context, id: number): Promise<MailLog> {
  const invoice = await getInvoice(ctx, id)
  const mails = await listMails(ctx, id)
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
