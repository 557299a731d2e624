import { addDays, type DateOnly, daysBetween, timeIn } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { MailKind } from '#features/billing/invoices/contract/mails.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import { MAX_DAYS_AFTER, MAX_DAYS_BEFORE, type ReminderRule } from '../contract/reminders.ts'
import type { NextReminder } from '../contract/sending.ts'
import { sendKinds } from './mails.ts'
import { dayOfRule, QUIET_DAYS, ruleAt } from './reminders.ts'

/** A reminder that could not go on its day goes on the next morning on which it can, but not later than this. */
const MAX_DELAY_DAYS = 7

export type Remindable = Pick<
  Invoice,
  | 'status'
  | 'balance'
  | 'payable'
  | 'due_date'
  | 'sent_at'
  | 'changes_since_sent'
  | 'reminders_enabled'
  | 'paid_notice'
>

/** A mail about the invoice, by its day in the account's time zone. */
export interface LoggedMail {
  kind: MailKind
  sent_on: DateOnly
}

/** The reminder of an invoice that is to be sent on this day, if any. One that was sent by hand counts as the one that was due. */
export function dueReminder(
  invoice: Remindable,
  rules: readonly ReminderRule[],
  log: readonly LoggedMail[],
  today: DateOnly,
): ReminderRule | null {
  const { due_date } = invoice
  if (due_date === null || !mayRemind(invoice, log, today) || isQuiet(log, today)) return null
  const rule = ruleAt(rules, due_date, today)
  if (!rule) return null
  const day = dayOfRule(due_date, rule)
  if (daysBetween(day, today) > MAX_DELAY_DAYS) return null
  return log.some(({ kind, sent_on }) => kind === 'reminder' && sent_on >= day) ? null : rule
}

/** Only of what was mailed as it reads now, where the client agrees to a part at least and does not say to have paid. */
const mayRemind = (invoice: Remindable, log: readonly LoggedMail[], today: DateOnly): boolean =>
  invoice.reminders_enabled &&
  invoice.payable > 0 &&
  invoice.paid_notice === null &&
  sendKinds(invoice, today).includes('reminder') &&
  log.some(({ kind }) => kind !== 'receipt')

/** A revision is the first mail of what the invoice says now, as are answers. */
const FIRST_MAILS = new Set<MailKind>(['invoice', 'revision', 'answers', 'reminder'])

const isQuiet = (log: readonly LoggedMail[], today: DateOnly): boolean =>
  log.some(({ kind, sent_on }) => FIRST_MAILS.has(kind) && daysBetween(sent_on, today) < QUIET_DAYS)

/** The date of the next reminder from this day on, if nothing changes. */
export function nextReminder(
  invoice: Remindable,
  rules: readonly ReminderRule[],
  log: readonly LoggedMail[],
  from: DateOnly,
): NextReminder | null {
  if (invoice.due_date === null) return null
  const { earliest, latest } = remindedDays(invoice.due_date)
  for (let date = from > earliest ? from : earliest; date <= latest; date = addDays(date, 1)) {
    const rule = dueReminder(invoice, rules, log, date)
    if (rule) return { date, days_after_due: rule.days_after_due }
  }
  return null
}

/** The date of the next reminder, or the reason why there is none, as far as the freelancer can change it and the client is loaded. */
export function describeNextReminder(
  { reminders_enabled, due_date }: Pick<Invoice, 'reminders_enabled' | 'due_date'>,
  next: NextReminder | null,
  client: Pick<Client, 'name' | 'email' | 'reminders_enabled'> | undefined,
): string {
  if (!reminders_enabled) return 'Off for this invoice.'
  if (next) return `The next one goes on ${formatDate(next.date)}.`
  if (!client) return '…'
  if (!client.reminders_enabled) return `Off for ${client.name}.`
  if (client.email === '') return `${client.name} has no email address.`
  return due_date === null ? 'None without a due date.' : 'No more are planned.'
}

const remindedDays = (dueDate: DateOnly) => ({
  earliest: addDays(dueDate, -MAX_DAYS_BEFORE),
  latest: addDays(dueDate, MAX_DAYS_AFTER + MAX_DELAY_DAYS),
})

/** The due dates of invoices that a reminder may be due for on this day. */
export const dueDatesToRemindOf = (today: DateOnly) => ({
  from: addDays(today, -MAX_DAYS_AFTER - MAX_DELAY_DAYS),
  to: addDays(today, MAX_DAYS_BEFORE),
})

/** Reminders go between these hours of the account's time zone. */
const MORNING = { from: '08:00', to: '12:00' }

export const isMorning = (timeZone: string, now: Date): boolean => {
  const time = timeIn(timeZone, now)
  return time >= MORNING.from && time < MORNING.to
}

/** True if the morning of the day is over, so that the next reminder goes tomorrow at the earliest. */
export const isMorningOver = (timeZone: string, now: Date): boolean => timeIn(timeZone, now) >= MORNING.to
