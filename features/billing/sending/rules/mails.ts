import { addDays, type DateOnly } from '#core/calendar.ts'
import { formatLongDate, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { isPartlyPaid, isPayable } from '#features/billing/invoices/rules/status.ts'
import { lineOf, linesWithoutLinks } from '#features/engagement/notifications/rules/mails.ts'
import { invoiceInSentence, invoiceName, type Profile } from '#features/foundation/business/rules.ts'
import type { MailText } from '../contract/reminders.ts'
import type { SendKind } from '../contract/sending.ts'
import { NO_TEXT } from './reminders.ts'

/** Asked before an invoice without items is sent. Null if it has some. */
export const emptyInvoiceQuestion = ({
  items,
  total,
  currency,
  ...invoice
}: Pick<Invoice, 'items' | 'invoice_number' | 'status' | 'client_name' | 'total' | 'currency'>) =>
  items.length > 0
    ? null
    : ({
        title: `Send ${invoiceInSentence(invoice)} without items?`,
        consequences: `It has no items yet, and its total is ${formatMoney(total, currency)}.`,
        confirmLabel: 'Send anyway',
        tone: 'primary',
      } as const)

type Sendable = Pick<Invoice, 'sent_at' | 'changes_since_sent' | 'status' | 'balance' | 'due_date'>

const REMINDED_DAYS_AHEAD = 3

/** The kinds of sending an invoice today, the most likely first. The freelancer chooses between a copy and a reminder. */
export function sendKinds(invoice: Sendable, today: DateOnly): [SendKind, ...SendKind[]] {
  if (invoice.sent_at === null) return ['first']
  if (invoice.changes_since_sent.length > 0) return ['revision']
  if (!isPayable(invoice)) return ['copy']
  const { due_date } = invoice
  const isDue = due_date !== null && due_date <= addDays(today, REMINDED_DAYS_AHEAD)
  return isDue ? ['reminder', 'copy'] : ['copy', 'reminder']
}

/** The freelancer's default text of mails with an invoice; empty if nothing was entered. */
export type MailTemplate = Pick<Profile, 'invoice_mail_subject' | 'invoice_mail_text'>

/** The facts of an email about an invoice. */
export interface MailFacts {
  kind: SendKind
  invoice: Pick<
    Invoice,
    | 'invoice_number'
    | 'number'
    | 'total'
    | 'amount_paid'
    | 'balance'
    | 'payable'
    | 'currency'
    | 'due_date'
    | 'approval_status'
  >
  client: { name: string; approval_required: boolean }
  /** The name of the sender. */
  sender: string
  today: DateOnly
  locale?: string | undefined
}

/** The text that the freelancer may change before sending. */
export interface MailDraft {
  subject: string
  /** Paragraphs, separated by an empty line. */
  message: string
}

/** The template is for the invoice, its copies and revisions. Reminders of a payment have their own text. */
export function proposedMail(
  facts: MailFacts,
  template: MailTemplate,
  reminder: MailText = NO_TEXT,
): MailDraft {
  const values = placeholdersOf(facts)
  const isReminder = facts.kind === 'reminder'
  const fill = (text: string) => filled(values['{number}'] ? text : text.replaceAll('{number} ', ''), values)
  const subject = fill(template.invoice_mail_subject) || ownSubject(facts)
  const { subject: subjectToPay, text: textToPay } = isUnapproved(facts) ? NO_TEXT : reminder
  const text = fill(isReminder ? textToPay : template.invoice_mail_text)
  const reminderSubject = isReminder ? filled(subjectToPay, values) : ''
  return {
    subject: hasSubject(reminderSubject) ? reminderSubject : `${SUBJECT_PREFIX[facts.kind]}${subject}`,
    message: text || `Hello ${facts.client.name},\n\n${ownSentences(facts)}`,
  }
}

const SUBJECT_PREFIX: Record<SendKind, string> = {
  first: '',
  copy: 'Copy: ',
  revision: 'Revised: ',
  reminder: 'Reminder: ',
}

const ownSubject = (facts: MailFacts): string =>
  ['Invoice', numberOf(facts), 'from', facts.sender].filter(Boolean).join(' ')

function ownSentences(facts: MailFacts): string {
  const { kind, invoice, sender } = facts
  const name = numberOf(facts) ? invoiceName(invoice.invoice_number) : 'your invoice'
  const amount = `${moneyOf(facts, invoice.total)}${invoice.due_date ? `, due on ${formatLongDate(invoice.due_date)}` : ''}`
  const request = asksForApproval(facts) ? ' Please review it, then approve it or request changes.' : ''
  switch (kind) {
    case 'first':
      return `Here is ${name} for ${amount}.${request}`
    case 'copy':
      return `Here is another copy of ${name} for ${amount}.${balanceOf(facts)}${request}`
    case 'revision':
      return `${sender} revised ${name}. It is now for ${amount}, and replaces the one you received before.${request}`
    case 'reminder':
      return isUnapproved(facts)
        ? `This is a reminder that ${name} for ${moneyOf(facts, invoice.total)} waits for your approval.${request}`
        : `${reminder(facts)}${request}\n\nIf you have already paid, please disregard this email.`
  }
}

/** " $120.00 of it is still to be paid."; empty where nothing was paid yet. */
function balanceOf({ invoice, ...facts }: MailFacts): string {
  if (!isPartlyPaid(invoice)) return ''
  return ` ${moneyOf({ invoice, ...facts }, invoice.balance)} of it is still to be paid.`
}

function reminder({ invoice, today, ...facts }: MailFacts): string {
  const { total, due_date } = invoice
  const money = (amount: MinorUnits) => moneyOf({ invoice, ...facts }, amount)
  const which = `${invoiceName(invoice.invoice_number)} for ${money(total)}`
  const left = leftToPay(invoice, money)
  if (due_date === null) return `This is a reminder that ${which} has not been paid yet.${left}`
  const verb = due_date < today ? 'was' : 'is'
  return `This is a reminder that ${which} ${verb} due on ${formatLongDate(due_date)}.${left}`
}

function leftToPay(invoice: MailFacts['invoice'], money: (amount: MinorUnits) => string): string {
  if (isContestedInPart(invoice)) {
    return ` ${money(invoice.payable)} can be paid now, without the lines that you asked to be changed.`
  }
  return invoice.amount_paid > 0 ? ` ${money(invoice.balance)} is left to pay.` : ''
}

/** The client agrees to a part, and that part is asked for. */
const isContestedInPart = ({ payable, balance }: Pick<Invoice, 'payable' | 'balance'>): boolean =>
  payable > 0 && payable < balance

const moneyOf = ({ invoice, locale }: Pick<MailFacts, 'invoice' | 'locale'>, amount: MinorUnits): string =>
  formatMoney(amount, invoice.currency, locale)

/** Sending asks for approval, unless it was given already, is not needed, or waits for answers about single lines. */
const asksForApproval = ({ client, invoice }: Pick<MailFacts, 'client' | 'invoice'>): boolean =>
  client.approval_required &&
  invoice.approval_status !== 'approved' &&
  !(invoice.approval_status === 'rejected' && isContestedInPart(invoice))

/** True for a proposal: its number comes with the approval. */
const isUnapproved = ({ invoice }: Pick<MailFacts, 'invoice'>): boolean => invoice.number === null

/** "Invoice INV-0001", or "Invoice proposal". Empty for a draft that gets its number when it is sent. */
function numberOf({ invoice, client }: Pick<MailFacts, 'invoice' | 'client'>): string {
  if (invoice.number !== null) return invoice.invoice_number
  return client.approval_required || invoice.approval_status !== null ? 'proposal' : ''
}

/** The placeholders of a template, with their values. */
const placeholdersOf = (facts: MailFacts) => ({
  '{number}': numberOf(facts),
  '{client}': facts.client.name,
  '{total}': moneyOf(facts, facts.invoice.total),
  '{balance}': moneyOf(
    facts,
    isContestedInPart(facts.invoice) ? facts.invoice.payable : facts.invoice.balance,
  ),
  '{due date}': facts.invoice.due_date ? formatLongDate(facts.invoice.due_date) : '',
  '{business}': facts.sender,
})
export const MAIL_PLACEHOLDERS = [
  '{number}',
  '{client}',
  '{total}',
  '{balance}',
  '{due date}',
  '{business}',
] satisfies (keyof ReturnType<typeof placeholdersOf>)[]

/** A line that names a due date is left out of a mail about an invoice without one. */
export const filled = (
  template: string,
  values: Readonly<Record<string, string>> & { '{due date}': string },
): string =>
  template
    .split('\n')
    .filter((line) => values['{due date}'] !== '' || !line.includes('{due date}'))
    .map((line) => line.replace(/\{[a-z ]+\}/g, (found) => values[found] ?? found))
    .join('\n')
    .trim()

export interface ClientMail {
  subject: string
  heading: string
  /** Above the words, in large type. */
  amount?: { text: string; note: string }
  paragraphs: string[]
  button: string
}

/** The mail as the client reads it. */
export const readMail = (facts: MailFacts, { subject, message }: MailDraft): ClientMail => ({
  subject: lineOf(subject),
  heading: lineOf(HEADING[facts.kind](numberOf(facts))),
  amount: amountAsked(facts),
  paragraphs: paragraphsOf(message),
  button: asksForApproval(facts) ? 'View & review invoice' : 'View invoice',
})

function amountAsked({ invoice, today, ...facts }: MailFacts) {
  const { total, balance, payable, due_date } = invoice
  const amount = isContestedInPart(invoice) ? payable : isPartlyPaid(invoice) ? balance : total
  const verb = due_date && due_date < today && invoice.number !== null ? 'Was due' : 'Due'
  return {
    text: moneyOf({ invoice, ...facts }, amount),
    note: due_date ? `${verb} ${formatLongDate(due_date)}` : '',
  }
}

export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => linesWithoutLinks(paragraph.trim()))
    .filter((paragraph) => paragraph !== '')

const HEADING: Record<SendKind, (number: string) => string> = {
  first: (number) => `Invoice ${number}`,
  copy: (number) => `Copy of invoice ${number}`,
  revision: (number) => `Revised invoice ${number}`,
  reminder: (number) => `Reminder: invoice ${number}`,
}

export const EMPTY_SUBJECT = 'A subject needs words besides links and addresses'
export const hasSubject = (subject: string): boolean => lineOf(subject) !== ''
