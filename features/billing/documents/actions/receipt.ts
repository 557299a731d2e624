import { z } from 'zod'
import { findInvoice, getInvoice, paymentsOf } from '#features/billing/invoices/actions/invoice.ts'
import { paymentNotFound } from '#features/billing/payments/actions/ledger.ts'
import { logoFile } from '#features/foundation/business/actions.ts'
import type { Context } from '#server/context.ts'
import { defineAttachment } from '#server/mail/attachment.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { documentOf } from '../rules/document.ts'
import { receiptOf } from '../rules/receipt.ts'

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
