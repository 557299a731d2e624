import { z } from 'zod'
import type { DateOnly } from '#core/calendar.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { getReminders } from '#features/billing/reminders/actions.ts'
import type { MailWords } from '#features/billing/reminders/contract.ts'
import { NO_WORDS, wordsOfReminder } from '#features/billing/reminders/rules.ts'
import { getActiveClient } from '#features/engagement/clients/actions.ts'
import { contactsToMail } from '#features/engagement/contacts/actions.ts'
import {
  mailClient,
  type QueuedMail,
  type Recipient,
  requireMailable,
  senderName,
} from '#features/engagement/notifications/actions.ts'
import { linkForMail } from '#features/engagement/portal-access/actions.ts'
import { addUnreadForClient } from '#features/engagement/unread/actions.ts'
import { profileOf } from '#features/foundation/business/actions.ts'
import { rateFor } from '#features/foundation/currencies/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { attach, defineAttachment } from '#server/mail/attachment.ts'
import type { Invoice } from '../contract/invoice.ts'
import type { MailKind } from '../contract/mails.ts'
import type { SendInput, SendKind, SentInvoice } from '../contract/sending.ts'
import {
  contentToSend,
  hasSubject,
  proposedMail,
  readMail,
  SUBJECT_WITHOUT_WORDS,
  sendKinds,
} from '../rules/sending.ts'
import * as rules from '../rules.ts'
import { keepSentContent, markSent, setSettlement, updateInvoice } from '../store/changes.ts'
import { askForApproval, resetApprovalIfChanged, revisionOf } from './approval.ts'
import { freezeDetails } from './freezing.ts'
import { findInvoice, getInvoice, type LockedInvoice, lockInvoice, record, refuse } from './invoice.ts'
import { logInvoiceMail } from './mails.ts'
import { invoiceAsPdf } from './pdf.ts'
import { settledAnew } from './settlement.ts'
import { requireValued, valued } from './totals.ts'

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
    if (rules.isLocked(before.status)) {
      throw new Conflict(`This invoice is ${before.status}. To send it, set its status back to draft first.`)
    }
    const kind = kindOf(await getInvoice(tx, id), input.kind, tx.today)
    await requireRate(tx, before, exchange_rate)
    const client = await findRecipient(tx, before.client_id)
    if (mail) requireMailable(tx, client, 'mark it as sent and share the portal link yourself')
    await markSent(tx.db, ctx.accountId, id, before.status === 'draft' ? 'sent' : before.status, ctx.now)
    if (before.status === 'draft' && before.has_payments) {
      const sent = await lockInvoice(tx, id)
      await setSettlement(tx.db, ctx.accountId, id, await settledAnew(tx, sent))
    }
    await freezeDetails(tx, before, 'sent')
    await askForApproval(tx, before)
    await resetApprovalIfChanged(tx, before)
    await record(tx, 'invoice.sent', before)
    await addUnreadForClient(tx, { client_id: client.id, invoice_id: id })
    const portal_url = `${await linkForMail(tx, client.id)}/invoices/${id}`
    const sent = await getInvoice(tx, id)
    await keepSentContent(tx.db, ctx.accountId, id, contentToSend(sent))
    const invoice = { ...sent, changes_since_sent: [] }
    if (mail) {
      const words = kind === 'reminder' ? await wordsByHand(tx, invoice) : NO_WORDS
      await logInvoiceMail(tx, id, {
        kind: LOGGED_AS[kind],
        mail: await mailInvoice(tx, client, invoice, kind, input, portal_url, words),
      })
      await mailContacts(tx, client, invoice, kind, input, words)
    }
    return { invoice, portal_url, mailed_to: mail ? client.email : null, kind }
  })
}

/** What is sent, unless the freelancer saw and chose something that it is not. */
function kindOf(invoice: Invoice, chosen: SendKind | undefined, today: DateOnly): SendKind {
  const kinds = sendKinds(invoice, today)
  if (chosen === undefined) return kinds[0]
  if (kinds.includes(chosen)) return chosen
  throw new Conflict('This invoice has changed or was sent meanwhile. Look at it again before you send it.')
}

/** A draft may get its exchange rate at the last moment. */
async function requireRate(tx: Context, before: LockedInvoice, exchange_rate: number | null): Promise<void> {
  if (before.status !== 'draft' || exchange_rate === null) return requireValued(tx, before)
  const { currency, subtotal, discount_amount, tax_amount, total } = before
  const rate = await rateFor(tx, currency, exchange_rate)
  const valuation = valued(tx, { subtotal, discount_amount, tax_amount, total }, currency, rate)
  await updateInvoice(tx.db, tx.accountId, before.id, before, valuation)
}

export async function findRecipient(tx: Context, clientId: number) {
  try {
    return await getActiveClient(tx, clientId)
  } catch (error) {
    if (error instanceof NotFound)
      throw new Conflict('The client of this invoice is archived, so it cannot be sent')
    throw error
  }
}

const wordsByHand = async (tx: Context, { due_date }: Invoice): Promise<MailWords> =>
  wordsOfReminder(await getReminders(tx), due_date, tx.today)

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
  words: MailWords,
): Promise<void> {
  for (const { id, name, email } of await contactsToMail(tx, client, 'gets_invoices')) {
    const url = `${await linkForMail(tx, client.id, id)}/invoices/${invoice.id}`
    const contact = { ...client, name, email, cc_emails: [] }
    const mail = await mailInvoice(tx, contact, invoice, kind, { ...choices, cc: [] }, url, words)
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
  reminder: MailWords,
): Promise<QueuedMail> {
  const sender = await senderName(tx, invoice.details.seller.name)
  const facts = { kind, invoice, client, sender, today: tx.today, locale: tx.locale }
  const proposed = proposedMail(facts, await profileOf(tx), reminder)
  const text = { subject: subject ?? proposed.subject, message: message ?? proposed.message }
  if (!hasSubject(text.subject)) refuse('subject', SUBJECT_WITHOUT_WORDS)
  const { button, ...mail } = readMail(facts, text)
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

/** The invoice as it was sent. If it has changed by the time the mail leaves, the portal shows how it reads now. */
export const invoicePdf = defineAttachment({
  kind: 'invoice',
  type: 'application/pdf',
  data: z.object({ invoiceId: z.int(), revision: z.string() }),
  make: async (ctx, { invoiceId, revision }) => {
    const invoice = await findInvoice(ctx, invoiceId)
    const isAsSent = invoice && invoice.status !== 'draft' && revisionOf(invoice) === revision
    return isAsSent ? invoiceAsPdf(ctx, invoiceId) : undefined
  },
})
