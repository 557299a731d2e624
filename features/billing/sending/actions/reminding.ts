import { dateIn } from '#core/calendar.ts'
import { MailAddress } from '#core/schemas.ts'
import { getInvoice, record, tryLockInvoice } from '#features/billing/invoices/actions/invoice.ts'
import { listMails, logInvoiceMail } from '#features/billing/invoices/actions/mails.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import { linkForMail } from '#features/engagement/portal-access/actions.ts'
import type { Context, PublicContext } from '#server/context.ts'
import { HttpError } from '#server/errors.ts'
import { dueDatesToRemindOf, dueReminder, isMorning } from '../rules/reminding.ts'
import { findAccountsWithInvoicesDue, findInvoicesDue } from '../store/reminding.ts'
import { byDay, remindableOf } from './mail-log.ts'
import { getReminders } from './reminders.ts'
import { mailContacts, mailInvoice } from './sending.ts'

/** Accounts in whose time zone it is morning, with invoices that are due around today. */
export async function* findAccountsToRemind({ db, now, services }: PublicContext) {
  if (!services.mail.enabled) return
  const { from } = dueDatesToRemindOf(dateIn(LAST_TIME_ZONE, now))
  const { to } = dueDatesToRemindOf(dateIn(FIRST_TIME_ZONE, now))
  for await (const account of findAccountsWithInvoicesDue(db, { from, to }))
    if (isMorning(account.time_zone, now)) yield account
}

/** The time zones in which every day begins first, and last. */
const FIRST_TIME_ZONE = 'Pacific/Kiritimati'
const LAST_TIME_ZONE = 'Etc/GMT+12'

/** Invoices of an account for which a reminder is due. Whether it really goes is decided under the invoice's lock. */
export async function findInvoicesToRemindOf(ctx: Context): Promise<number[]> {
  const { db, accountId, today } = ctx
  const { rules } = await getReminders(ctx)
  const found = await findInvoicesDue(db, accountId, dueDatesToRemindOf(today))
  return found
    .filter(({ mails, may_be_payable, ...invoice }) => {
      const payable = may_be_payable ? invoice.balance : 0
      const rest = { payable, reminders_enabled: true, changes_since_sent: [], paid_notice: null }
      const remindable = { ...invoice, ...rest }
      return dueReminder(remindable, rules, byDay(ctx, mails), today) !== null
    })
    .map(({ id }) => id)
}

/** Reminds the client of an invoice if a reminder is due now. The invoice itself does not change. */
export async function remindOfInvoice(tx: Context, id: number): Promise<void> {
  if (!isMorning(tx.timeZone, tx.now)) return
  const locked = await tryLockInvoice(tx, id)
  if (!locked) return
  const invoice = await getInvoice(tx, id)
  const mails = await listMails(tx, id)
  const { rules } = await getReminders(tx)
  const rule = dueReminder(await remindableOf(tx, invoice), rules, byDay(tx, mails), tx.today)
  const client = await getClient(tx, invoice.client_id)
  if (!rule || invoice.due_date === null || !MailAddress.safeParse(client.email).success) return
  const url = `${await linkForMail(tx, client.id)}/invoices/${id}`
  try {
    const mail = await mailInvoice(tx, client, invoice, 'reminder', { attach_pdf: true }, url, rule)
    const { days_after_due } = rule
    const reminder = { days_after_due, due_date: invoice.due_date }
    await logInvoiceMail(tx, id, { kind: 'reminder', mail, reminder })
    await record(tx, 'invoice.reminded', locked)
    await mailContacts(tx, client, invoice, 'reminder', { attach_pdf: true }, rule)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    tx.log.warn({ invoice: id, reason: error.message }, 'reminder not sent')
  }
}
