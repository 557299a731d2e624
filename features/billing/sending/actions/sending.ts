import type { DateOnly } from '#core/calendar.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { invoicePdf } from '#features/billing/documents/actions/pdf.ts'
import { revisionOf } from '#features/billing/invoices/actions/decision.ts'
import { getInvoice, lockInvoice, refuse } from '#features/billing/invoices/actions/invoice.ts'
import { issueInvoice } from '#features/billing/invoices/actions/issuing.ts'
import { logInvoiceMail } from '#features/billing/invoices/actions/mails.ts'
import { findRecipient } from '#features/billing/invoices/actions/recipient.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { MailKind } from '#features/billing/invoices/contract/mails.ts'
import { isLocked } from '#features/billing/invoices/rules/status.ts'
import { contactsToMail } from '#features/engagement/contacts/actions/contacts.ts'
import {
  mailClient,
  type QueuedMail,
  type Recipient,
  requireMailable,
  senderName,
} from '#features/engagement/notifications/actions/mails.ts'
import { linkForMail } from '#features/engagement/portal-access/actions.ts'
import { profileOf } from '#features/foundation/business/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { attach } from '#server/mail/attachment.ts'
import type { MailText } from '../contract/reminders.ts'
import type { SendInput, SendKind, SentInvoice } from '../contract/sending.ts'
import { EMPTY_SUBJECT, hasSubject, proposedMail, readMail, sendKinds } from '../rules/mails.ts'
import { NO_TEXT, reminderText } from '../rules/reminders.ts'
import { getReminders } from './reminders.ts'

/** Marks it as sent, asks the client for approval, and mails it with the portal link; without mail, the freelancer shares the link. */
export function sendInvoice(
  ctx: Context,
  id: number,
  input: SendInput,
  ifMatch: IfMatch = null,
): Promise<SentInvoice> {
  const { mail, exchange_rate } = input
  return inTransaction(ctx, async (tx) => {
    const before = await lockInvoice(tx, id, ifMatch)
    if (isLocked(before.status)) {
      throw new Conflict(`This invoice is ${before.status}. To send it, set its status back to draft first.`)
    }
    const kind = kindOf(await getInvoice(tx, id), input.kind, tx.today)
    const invoice = await issueInvoice(tx, before, exchange_rate)
    const found = await findRecipient(tx, before.client_id)
    const client = { ...found, email: input.to ?? found.email }
    if (mail) requireMailable(tx, client, 'mark it as sent and share the portal link yourself')
    const portal_url = `${await linkForMail(tx, client.id)}/invoices/${id}`
    if (mail) {
      const reminders = await getReminders(tx)
      const text = kind === 'reminder' ? reminderText(reminders, invoice.due_date, tx.today) : NO_TEXT
      await logInvoiceMail(tx, id, {
        kind: LOGGED_AS[kind],
        mail: await mailInvoice(tx, client, invoice, kind, input, portal_url, text),
      })
      await mailContacts(tx, client, invoice, kind, input, text)
    }
    return { invoice, portal_url, mailed_to: mail ? client.email : null, kind }
  })
}

/** The kind of email, unless the freelancer saw and chose one that it is not. */
function kindOf(invoice: Invoice, chosen: SendKind | undefined, today: DateOnly): SendKind {
  const kinds = sendKinds(invoice, today)
  if (chosen === undefined) return kinds[0]
  if (kinds.includes(chosen)) return chosen
  throw new Conflict('This invoice has changed or was sent meanwhile. Look at it again before you send it.')
}

const LOGGED_AS: Record<SendKind, MailKind> = {
  first: 'invoice',
  copy: 'copy',
  revision: 'revision',
  reminder: 'reminder',
}

/** Each with a link of their own. Their mails are copies in the log, so that they count neither as reminders nor as sendings. */
export async function mailContacts(
  tx: Context,
  client: Recipient & { approval_required: boolean },
  invoice: Invoice,
  kind: SendKind,
  choices: MailChoices,
  text: MailText,
): Promise<void> {
  for (const { id, name, email } of await contactsToMail(tx, client, 'gets_invoices')) {
    const url = `${await linkForMail(tx, client.id, id)}/invoices/${invoice.id}`
    const contact = { ...client, name, email, cc_emails: [] }
    const mail = await mailInvoice(tx, contact, invoice, kind, { ...choices, cc: [] }, url, text)
    await logInvoiceMail(tx, invoice.id, { kind: 'copy', mail, contactId: id })
  }
}

type MailChoices = Pick<SendInput, 'subject' | 'message' | 'cc' | 'attach_pdf'>

export async function mailInvoice(
  tx: Context,
  client: Recipient & { approval_required: boolean },
  invoice: Invoice,
  kind: SendKind,
  { subject, message, cc, attach_pdf }: MailChoices,
  url: string,
  text: MailText,
): Promise<QueuedMail> {
  const sender = await senderName(tx, invoice.details.seller.name)
  const facts = { kind, invoice, client, sender, today: tx.today, locale: tx.locale }
  const proposed = proposedMail(facts, await profileOf(tx), text)
  const draft = { subject: subject ?? proposed.subject, message: message ?? proposed.message }
  if (!hasSubject(draft.subject)) refuse('subject', EMPTY_SUBJECT)
  const { button, ...mail } = readMail(facts, draft)
  return mailClient(
    tx,
    { ...client, ...(cc && { cc_emails: cc }) },
    {
      ...mail,
      sender,
      button: { label: button, path: new URL(url).pathname },
      ...(attach_pdf && {
        attachment: attach(invoicePdf, { invoiceId: invoice.id, revision: revisionOf(invoice) }),
      }),
    },
  )
}
