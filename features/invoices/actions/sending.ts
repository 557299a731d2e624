import type { IfMatch } from '#core/endpoint.ts'
import { formatLongDate, formatMoney } from '#core/format.ts'
import { adopt } from '#features/adoption/actions.ts'
import { getActiveClient } from '#features/clients/actions.ts'
import { rateFor } from '#features/currencies/actions.ts'
import { mailClient, type Recipient, requireMailable, senderName } from '#features/notifications/actions.ts'
import { linkForMail } from '#features/portal-access/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { Invoice, SendInput, SentInvoice } from '../contract.ts'
import * as rules from '../rules.ts'
import * as store from '../store.ts'
import { askForApproval, resetApprovalIfChanged } from './approval.ts'
import { freezeDetails } from './freezing.ts'
import { getInvoice, type LockedInvoice, lockInvoice, record } from './invoice.ts'
import { requireValued, valued } from './totals.ts'

/** Marks it as sent, asks the client for approval, and mails the portal link; without mail, the freelancer shares the link. */
export function sendInvoice(
  ctx: Context,
  id: number,
  { mail, exchange_rate }: SendInput,
  ifMatch: IfMatch = null,
): Promise<SentInvoice> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { invoice: id })
    const before = await lockInvoice(tx, id, ifMatch)
    if (rules.isLocked(before.status)) {
      throw new Conflict(`This invoice is ${before.status}. To send it, set its status back to draft first.`)
    }
    await requireRate(tx, before, exchange_rate)
    const client = await findRecipient(tx, before.client_id)
    if (mail) requireMailable(tx, client, 'mark it as sent and share the portal link yourself')
    await store.markSent(
      tx.db,
      ctx.accountId,
      id,
      before.status === 'draft' ? 'sent' : before.status,
      ctx.now,
    )
    await freezeDetails(tx, before, 'sent')
    await askForApproval(tx, before)
    await resetApprovalIfChanged(tx, before)
    await record(tx, 'invoice.sent', before)
    const portal_url = `${await linkForMail(tx, client.id)}/invoices/${id}`
    const invoice = await getInvoice(tx, id)
    if (mail) await mailInvoice(tx, client, invoice, portal_url)
    return { invoice, portal_url, mailed_to: mail ? client.email : null }
  })
}

/** A draft may get its exchange rate at the last moment. */
async function requireRate(tx: Context, before: LockedInvoice, exchange_rate: number | null): Promise<void> {
  if (before.status !== 'draft' || exchange_rate === null) return requireValued(tx, before)
  const { currency, subtotal, discount_amount, tax_amount, total } = before
  const rate = await rateFor(tx, currency, exchange_rate)
  const valuation = valued(tx, { subtotal, discount_amount, tax_amount, total }, currency, rate)
  await store.updateInvoice(tx.db, tx.accountId, before.id, before, valuation)
}

export async function findRecipient(tx: Context, clientId: number) {
  try {
    return await getActiveClient(tx, clientId)
  } catch (error) {
    if (error instanceof NotFound)
      throw new Conflict('Its client is archived, so there is no one to send it to')
    throw error
  }
}

async function mailInvoice(
  tx: Context,
  client: Recipient & { approval_required: boolean },
  invoice: Invoice,
  url: string,
): Promise<void> {
  const sender = await senderName(tx)
  const due = invoice.due_date ? `, due on ${formatLongDate(invoice.due_date)}` : ''
  const request = client.approval_required ? ' Please review it, then approve it or request changes.' : ''
  await mailClient(tx, client, {
    subject: `Invoice ${invoice.invoice_number} from ${sender}`,
    heading: `Invoice ${invoice.invoice_number}`,
    paragraphs: [
      `Hello ${client.name},`,
      `${sender} sent you invoice ${invoice.invoice_number} for ${formatMoney(invoice.total, invoice.currency, tx.locale)}${due}.${request}`,
    ],
    button: {
      label: client.approval_required ? 'View & review invoice' : 'View invoice',
      path: new URL(url).pathname,
    },
  })
}
