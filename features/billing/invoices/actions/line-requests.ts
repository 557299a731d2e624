import type { IfMatch } from '#core/endpoint.ts'
import { MailAddress } from '#core/schemas.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import { mailClient, type QueuedMail, senderName } from '#features/engagement/notifications/actions.ts'
import { linkForMail } from '#features/engagement/portal-access/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, HttpError, NotFound } from '#server/errors.ts'
import type { Invoice } from '../contract/invoice.ts'
import type { LineExplanation } from '../contract/line-requests.ts'
import { answerNow, answersMail, openRequests, unsettledRequests } from '../rules/line-requests.ts'
import { contentToSend } from '../rules/sending.ts'
import * as rules from '../rules.ts'
import { keepSentContent, markSent, setApproval, touchInvoice } from '../store/changes.ts'
import { closeLineRequests, setAnswer } from '../store/line-requests.ts'
import { getInvoice, type LockedInvoice, lockInvoice, record, refuseLocked } from './invoice.ts'
import { logInvoiceMail } from './mails.ts'

/** Answers a request with words; a line that changed gets them too. */
export function explainLine(
  ctx: Context,
  invoiceId: number,
  requestId: number,
  { answer_text }: LineExplanation,
  ifMatch: IfMatch = null,
): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockInvoice(tx, invoiceId, ifMatch)
    if (!rules.mayChangeItems(locked.status)) refuseLocked(locked.status)
    const { line_requests } = await getInvoice(tx, invoiceId)
    const request = line_requests.find(({ id }) => id === requestId)
    if (!request) throw new NotFound('Request not found')
    if (request.closed_at) throw new Conflict('Your client has decided on this invoice since.')
    const answer = request.answer ?? 'explained'
    await setAnswer(tx.db, tx.accountId, requestId, { answer, answer_text, answered_at: tx.now })
    await touchInvoice(tx.db, tx.accountId, invoiceId)
    await record(tx, 'invoice.line_explained', locked)
    await askAboutAnswers(tx, locked)
    return getInvoice(tx, invoiceId)
  })
}

/**
 * A change of a line is the answer to what was requested on it; one that was changed back, or restored, waits for an answer
 * again. Returns the invoice's new version if its approval changed.
 */
export async function answerByChange(tx: Context, locked: LockedInvoice): Promise<number | undefined> {
  if (!locked.has_line_requests) return undefined
  const invoice = await getInvoice(tx, locked.id)
  for (const request of unsettledRequests(invoice)) {
    const answer = answerNow(request, invoice.items)
    if (answer === request.answer) continue
    const { answer_text } = request
    await setAnswer(tx.db, tx.accountId, request.id, answer && { answer, answer_text, answered_at: tx.now })
  }
  return (await waitAgain(tx, locked.id)) ?? (await askAboutAnswers(tx, locked))
}

/** The client was asked about answers of which one is gone. */
async function waitAgain(tx: Context, id: number): Promise<number | undefined> {
  const invoice = await getInvoice(tx, id)
  const [last] = invoice.decisions
  if (invoice.approval_status !== 'pending' || openRequests(invoice).length === 0 || !last) return undefined
  const { decision, decided_at: at, feedback: notes } = last
  return setApproval(tx.db, tx.accountId, id, decision, { at, notes })
}

/** Once all requests are answered, the client is asked about these lines. Returns the invoice's new version if so. */
async function askAboutAnswers(tx: Context, locked: LockedInvoice): Promise<number | undefined> {
  const { id, status } = locked
  const invoice = await getInvoice(tx, id)
  const isAsked = status === 'sent' || status === 'overdue'
  if (!isAsked || invoice.approval_status !== 'rejected' || openRequests(invoice).length > 0) return undefined
  const { approval_required } = await getClient(tx, invoice.client_id)
  if (!approval_required) await closeLineRequests(tx.db, tx.accountId, id, tx.now)
  await setApproval(tx.db, tx.accountId, id, approval_required ? 'pending' : null)
  await record(tx, 'invoice.requests_answered', locked)
  const mail = await mailAnswers(tx, invoice)
  if (mail) {
    await markSent(tx.db, tx.accountId, id, status, tx.now)
    await keepSentContent(tx.db, tx.accountId, id, contentToSend(invoice))
    await logInvoiceMail(tx, id, { kind: 'answers', mail })
  }
  return (await getInvoice(tx, id)).version
}

/** The answers count even where they cannot be mailed: the portal shows them, and the freelancer sees that nothing was sent. */
async function mailAnswers(tx: Context, invoice: Invoice): Promise<QueuedMail | undefined> {
  const client = await getClient(tx, invoice.client_id)
  const canMail = tx.services.mail.enabled && MailAddress.safeParse(client.email).success
  if (!canMail || client.archived) return undefined
  try {
    const sender = await senderName(tx, invoice.details.seller.name)
    const { button, ...mail } = answersMail(invoice, unsettledRequests(invoice), {
      sender,
      asksForApproval: client.approval_required,
      locale: tx.locale,
    })
    const url = `${await linkForMail(tx, client.id)}/invoices/${invoice.id}`
    return await mailClient(tx, client, {
      ...mail,
      sender,
      button: { label: button, path: new URL(url).pathname },
      waits: true,
    })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    tx.log.warn({ invoice: invoice.id, reason: error.message }, 'answers not mailed')
    return undefined
  }
}
