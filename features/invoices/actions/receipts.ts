import { z } from 'zod'
import { formatLongDate, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { logoFile } from '#features/business/actions.ts'
import type { Payment } from '#features/ledger/contract.ts'
import { mailClient, requireMailable, senderName } from '#features/notifications/actions.ts'
import { linkForMail } from '#features/portal-access/actions.ts'
import type { Context } from '#server/context.ts'
import { attach, defineAttachment } from '#server/mail/attachment.ts'
import { renderPdf } from '#server/pdf/render.ts'
import type { Invoice } from '../contract.ts'
import { documentOf } from '../rules/document.ts'
import { receiptOf } from '../rules/receipt.ts'
import { findInvoice, getInvoice, paymentNotFound, paymentsOf } from './invoice.ts'
import { findRecipient } from './sending.ts'

/** The receipt is attached, and in the portal, where the mail's button leads. */
export async function mailReceipt(tx: Context, invoice: Invoice, payment: Payment): Promise<void> {
  const client = await findRecipient(tx, invoice.client_id)
  requireMailable(tx, client, 'record the payment without a receipt by email')
  const sender = await senderName(tx, invoice.details.seller.name)
  const money = (amount: MinorUnits) => formatMoney(amount, invoice.currency, tx.locale)
  const portalUrl = await linkForMail(tx, client.id)
  await mailClient(tx, client, {
    subject: `Receipt for invoice ${invoice.invoice_number} from ${sender}`,
    heading: `Payment of ${money(payment.amount)} received`,
    paragraphs: [
      `Hello ${client.name},`,
      `Thank you for your payment of ${money(payment.amount)} on ${formatLongDate(payment.paid_on)} for invoice ${invoice.invoice_number}.`,
      invoice.balance > 0
        ? `The balance due is ${money(invoice.balance)}.`
        : 'The invoice is paid in full. There is nothing left to pay.',
    ],
    button: {
      label: 'View invoice & receipt',
      path: `${new URL(portalUrl).pathname}/invoices/${invoice.id}`,
    },
    sender,
    attachment: attach(receiptPdf, { invoiceId: invoice.id, paymentId: payment.id }),
  })
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
