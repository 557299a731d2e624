import type { DocumentLine } from '#core/document-lines.ts'
import { MailAddress } from '#core/schemas.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import { mailClient, type QueuedMail, senderName } from '#features/engagement/notifications/actions/mails.ts'
import { linkForMail } from '#features/engagement/portal-access/actions.ts'
import { type Context, visitorOf } from '#server/context.ts'
import { HttpError, ValidationError } from '#server/errors.ts'
import type { LineAnswer, LineRequestInput } from './contract.ts'
import { answersMail, unsettledRequests } from './rules.ts'
import * as store from './store.ts'

/** Requests the acting client's changes. Earlier requests are closed, since the client decides on the invoice again. */
export async function requestChanges(
  tx: Context,
  { id, items }: { id: number; items: readonly (DocumentLine & { id: number })[] },
  inputs: readonly LineRequestInput[],
) {
  const requests = inputs.map((input) => ({ ...input, line: lineWith(input.item_id, items) }))
  await closeRequests(tx, id)
  const request = { invoiceId: id, clientName: visitorOf(tx).name, at: tx.now }
  await store.insertLineRequests(tx.db, tx.accountId, request, requests)
  return requests
}

function lineWith(itemId: number, items: readonly (DocumentLine & { id: number })[]): DocumentLine {
  const item = items.find(({ id }) => id === itemId)
  if (!item) throw new ValidationError({ lines: 'This line is not on the invoice' })
  const { description, quantity, unit, rate, amount } = item
  return { description, quantity, unit, rate, amount }
}

export const closeRequests = ({ db, accountId, now }: Context, invoiceId: number): Promise<void> =>
  store.closeLineRequests(db, accountId, invoiceId, now)

/** Without an answer, the request waits for one again. */
export const setAnswer = (
  { db, accountId, now }: Context,
  requestId: number,
  answer: { answer: LineAnswer; answer_text: string } | null,
): Promise<void> => store.setAnswer(db, accountId, requestId, answer && { ...answer, answered_at: now })

type AnsweredInvoice = Parameters<typeof answersMail>[0] &
  Parameters<typeof unsettledRequests>[0] & { id: number; details: { seller: { name: string } } }

/** The answers count even if they cannot be mailed: the portal shows them, and the freelancer sees that nothing was sent. */
export async function mailAnswers(
  tx: Context,
  client: Client,
  invoice: AnsweredInvoice,
): Promise<QueuedMail | undefined> {
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
