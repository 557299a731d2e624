import type { IfMatch } from '#core/endpoint.ts'
import { closeRequests, mailAnswers, setAnswer } from '#features/billing/line-requests/actions.ts'
import type { LineExplanation } from '#features/billing/line-requests/contract.ts'
import { answerNow, openRequests, unsettledRequests } from '#features/billing/line-requests/rules.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { Invoice } from '../contract/invoice.ts'
import { contentToSend } from '../rules/sent-content.ts'
import { mayChangeItems } from '../rules/status.ts'
import { keepSentContent, markSent, setApproval, touchInvoice } from '../store/changes.ts'
import { getInvoice, type LockedInvoice, lockInvoice, record, refuseLocked } from './invoice.ts'
import { logInvoiceMail } from './mails.ts'
import { sealIfIssued } from './sealing.ts'

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
    if (!mayChangeItems(locked.status)) refuseLocked(locked.status)
    const { line_requests } = await getInvoice(tx, invoiceId)
    const request = line_requests.find(({ id }) => id === requestId)
    if (!request) throw new NotFound('Request not found')
    if (request.closed_at) throw new Conflict('Your client has decided on this invoice since.')
    await setAnswer(tx, requestId, { answer: request.answer ?? 'explained', answer_text })
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
    await setAnswer(tx, request.id, answer && { answer, answer_text: request.answer_text })
  }
  return (await restoreDecision(tx, locked.id)) ?? (await askAboutAnswers(tx, locked))
}

/** A credit of a line is the answer to what was requested on it, where the line itself no longer changes. */
export async function answerByCredit(tx: Context, locked: LockedInvoice, itemIds: number[]): Promise<void> {
  if (!locked.has_line_requests) return
  const { line_requests } = await getInvoice(tx, locked.id)
  const granted = openRequests({ line_requests }).filter(({ item_id }) => itemIds.includes(item_id))
  for (const { id } of granted) await setAnswer(tx, id, { answer: 'credited', answer_text: '' })
  if (granted.length > 0) await askAboutAnswers(tx, locked)
}

/** Takes back the question to the client if one of the answers is gone. */
async function restoreDecision(tx: Context, id: number): Promise<number | undefined> {
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
  const client = await getClient(tx, invoice.client_id)
  if (!client.approval_required) await closeRequests(tx, id)
  await setApproval(tx.db, tx.accountId, id, client.approval_required ? 'pending' : null)
  await record(tx, 'invoice.requests_answered', locked)
  const mail = await mailAnswers(tx, client, invoice)
  if (mail) {
    await markSent(tx.db, tx.accountId, id, status, tx.now)
    await keepSentContent(tx.db, tx.accountId, id, contentToSend(invoice))
    await logInvoiceMail(tx, id, { kind: 'answers', mail })
  }
  await sealIfIssued(tx, locked)
  return (await getInvoice(tx, id)).version
}
