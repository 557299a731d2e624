import { z } from 'zod'
import { paymentNotFound } from '#features/billing/payments/actions/ledger.ts'
import type { Payment } from '#features/billing/payments/contract.ts'
import { getReminders } from '#features/billing/reminders/actions.ts'
import type { Thanks } from '#features/billing/reminders/contract.ts'
import { contactsToMail } from '#features/engagement/contacts/actions/contacts.ts'
import {
  mailClient,
  type Recipient,
  requireMailable,
  senderName,
} from '#features/engagement/notifications/actions/mails.ts'
import { linkForMail } from '#features/engagement/portal-access/actions.ts'
import { logoFile } from '#features/foundation/business/actions.ts'
import type { Context } from '#server/context.ts'
import { HttpError } from '#server/errors.ts'
import { attach, defineAttachment } from '#server/mail/attachment.ts'
import { renderPdf } from '#server/pdf/render.ts'
import type { Invoice } from '../contract/invoice.ts'
import { documentOf } from '../rules/document.ts'
import { receiptOf } from '../rules/receipt.ts'
import { thanksMail } from '../rules/thanks.ts'
import { findInvoice, getInvoice, paymentsOf } from './invoice.ts'
import { logInvoiceMail } from './mails.ts'
import { findRecipient } from './recipient.ts'

/**
 * Mails the receipt of a payment: of an online payment only if the freelancer wants that. It is also in the portal, where
 * the mail's button leads.
 */
export async function mailReceiptOf(
  tx: Context,
  { invoiceId, paymentId }: { invoiceId: number; paymentId: number },
): Promise<void> {
  const invoice = await findInvoice(tx, invoiceId)
  const payment = invoice && (await paymentsOf(tx, invoice)).find(({ id }) => id === paymentId)
  const { thanks } = await getReminders(tx)
  if (!payment || (payment.method === 'online' && !thanks.is_enabled)) return
  try {
    const client = await findRecipient(tx, invoice.client_id)
    requireMailable(tx, client, 'send the receipt yourself')
    await mailReceiptTo(tx, client, null, invoice, payment, thanks)
    for (const { id, name, email } of await contactsToMail(tx, client, 'gets_invoices'))
      await mailReceiptTo(tx, { id: client.id, name, email }, id, invoice, payment, thanks)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    tx.log.warn({ invoice: invoiceId, reason: error.message }, 'receipt not mailed')
  }
}

async function mailReceiptTo(
  tx: Context,
  client: Recipient,
  contactId: number | null,
  invoice: Invoice,
  payment: Payment,
  thanks: Thanks,
): Promise<void> {
  const sender = await senderName(tx, invoice.details.seller.name)
  const paid = { paid_on: payment.paid_on, amount: payment.amount + payment.surplus }
  const { button, ...mail } = thanksMail(
    { invoice, payment: paid, client, sender, locale: tx.locale },
    thanks,
  )
  const portalUrl = await linkForMail(tx, client.id, contactId)
  const queued = await mailClient(tx, client, {
    ...mail,
    button: { label: button, path: `${new URL(portalUrl).pathname}/invoices/${invoice.id}` },
    sender,
    attachment: attach(receiptPdf, { invoiceId: invoice.id, paymentId: payment.id }),
    waits: true,
  })
  await logInvoiceMail(tx, invoice.id, { kind: 'receipt', mail: queued, contactId })
}

export const receiptPdf = defineAttachment({
  kind: 'receipt',
  type: 'application/pdf',
  data: z.object({ invoiceId: z.int(), paymentId: z.int() }),
  make: async (ctx, { invoiceId, paymentId }) => {
    const invoice = await findInvoice(ctx, invoiceId)
    const payments = invoice ? await paymentsOf(ctx, invoice) : []
    return payments.some(({ id }) => id === paymentId) ? receiptAsPdf(ctx, invoiceId, paymentId) : undefined
  },
})

/** Says what was paid with this payment, and what was left to pay after it. */
export async function receiptAsPdf(
  ctx: Context,
  id: number,
  paymentId: number,
): Promise<{ name: string; content: Buffer }> {
  const invoice = await getInvoice(ctx, id)
  const payments = await paymentsOf(ctx, invoice)
  const index = payments.findIndex(({ id, kind }) => id === paymentId && kind === 'payment')
  const payment = payments[index] ?? paymentNotFound()
  const paid = payments.slice(0, index + 1).reduce((sum, { amount }) => sum + amount, 0)
  const document = documentOf(invoice, ctx)
  const files = await logoFile(ctx, document.seller.logo_id)
  const data = { ...receiptOf(document, payment, paid), has_logo: 'logo' in files }
  return {
    name: `Receipt ${invoice.invoice_number} ${payment.paid_on}.pdf`,
    content: await renderPdf(ctx, new URL('../receipt.typ', import.meta.url), data, { files }),
  }
}
