import { z } from 'zod'
import type { IfMatch } from '#core/endpoint.ts'
import { formatDate } from '#core/format.ts'
import { chainDocument } from '#features/billing/document-chain/actions.ts'
import { answerByCredit } from '#features/billing/invoices/actions/answers.ts'
import { applyCredit } from '#features/billing/invoices/actions/crediting.ts'
import { getInvoice, type LockedInvoice, record } from '#features/billing/invoices/actions/invoice.ts'
import { logInvoiceMail } from '#features/billing/invoices/actions/mails.ts'
import { findRecipient } from '#features/billing/invoices/actions/recipient.ts'
import { sealToBePaid } from '#features/billing/invoices/actions/sealing.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { outOfOrderMessage } from '#features/billing/invoices/rules/sealing.ts'
import { contactsToMail } from '#features/engagement/contacts/actions/contacts.ts'
import {
  mailClient,
  type Recipient,
  requireMailable,
  senderName,
} from '#features/engagement/notifications/actions/mails.ts'
import { addUnreadForClient } from '#features/engagement/notifications/actions/unread.ts'
import { linkForMail } from '#features/engagement/portal-access/actions.ts'
import { lockNumbers, takeNumber } from '#features/foundation/business/actions.ts'
import { inHomeCurrency } from '#features/foundation/currencies/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { declareJob } from '#server/jobs/job.ts'
import { attach } from '#server/mail/attachment.ts'
import type { CreditNote, CreditNoteSending } from '../contract.ts'
import { creditNoteMail } from '../document.ts'
import { issuedNoteContent } from '../rules.ts'
import * as store from '../store.ts'
import { creditNotePdf } from './documents.ts'
import { getCreditNote, lockDraft, requireCreditable, requireWithinRest } from './notes.ts'

/** Renders the PDF and the XMLs of a credit note, and keeps them. */
export const keepCreditNote = declareJob({
  name: 'keep-credit-note',
  data: z.object({ creditNoteId: z.int() }),
})

/** Sends a credit note. It gets its number and counts on the invoice; the client sees it in the portal, and by mail. */
export function sendCreditNote(
  ctx: Context,
  id: number,
  { mail }: CreditNoteSending,
  ifMatch: IfMatch = null,
): Promise<CreditNote> {
  return inTransaction(ctx, async (tx) => {
    const [locked, draft] = await lockDraft(tx, id, ifMatch)
    const note = await issueCreditNote(tx, await sealToBePaid(tx, locked), draft)
    await record(tx, 'invoice.credited', locked)
    if (mail) await mailToAll(tx, note, await getInvoice(tx, locked.id))
    return note
  })
}

const SERIES = { prefix: 'CN-', year: 0 }

/** Numbers a draft and counts it on its locked invoice. */
export async function issueCreditNote(
  tx: Context,
  invoice: LockedInvoice,
  { id, issue_date, items }: CreditNote,
): Promise<CreditNote> {
  const { db, accountId } = tx
  requireCreditable(tx, invoice)
  const totals = await requireWithinRest(tx, invoice, items)
  const credited = invoice.credited + totals.total
  const home_credited = inHomeCurrency(tx, credited, invoice.currency, invoice.exchange_rate) ?? 0
  await lockNumbers(tx, 'credit_note', SERIES)
  await requireInOrder(tx, issue_date)
  await store.updateCreditNote(db, accountId, id, {
    ...totals,
    home_total: home_credited - invoice.home_credited,
    number: await takeNumber(tx, 'credit_note', SERIES),
    status: 'sent',
    sent_at: tx.now,
  })
  await applyCredit(tx, invoice, { credited, home_credited })
  await answerByCredit(
    tx,
    invoice,
    items.flatMap(({ item_id }) => item_id ?? []),
  )
  await addUnreadForClient(tx, { client_id: invoice.client_id, invoice_id: invoice.id })
  const note = await getCreditNote(tx, id)
  const content = issuedNoteContent(note, await getInvoice(tx, invoice.id))
  await chainDocument(tx, { credit_note_id: id }, SERIES, content)
  await enqueue(tx, keepCreditNote, { creditNoteId: id })
  return note
}

async function requireInOrder({ db, accountId }: Context, day: string): Promise<void> {
  const newest = await store.findNewestSent(db, accountId)
  if (newest === null || newest <= day) return
  const { title, advice } = outOfOrderMessage(formatDate(newest), 'credit note')
  throw new Conflict(title, { details: advice })
}

async function mailToAll(tx: Context, note: CreditNote, invoice: Invoice): Promise<void> {
  const client = await findRecipient(tx, invoice.client_id)
  requireMailable(tx, client, 'send it without an email')
  await mailTo(tx, client, null, note, invoice)
  for (const { id, name, email } of await contactsToMail(tx, client, 'gets_invoices'))
    await mailTo(tx, { id: client.id, name, email }, id, note, invoice)
}

async function mailTo(
  tx: Context,
  client: Recipient,
  contactId: number | null,
  note: CreditNote,
  invoice: Invoice,
): Promise<void> {
  const sender = await senderName(tx, invoice.details.seller.name)
  const url = new URL(`${await linkForMail(tx, client.id, contactId)}/invoices/${invoice.id}`)
  const { button, ...mail } = creditNoteMail(note, invoice, {
    client: client.name,
    locale: tx.locale,
    sender,
  })
  const queued = await mailClient(tx, client, {
    ...mail,
    sender,
    button: { label: button, path: url.pathname },
    attachment: attach(creditNotePdf, { creditNoteId: note.id }),
  })
  await logInvoiceMail(tx, invoice.id, { kind: 'credit_note', mail: queued, contactId })
}
