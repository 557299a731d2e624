import type { IfMatch } from '#core/endpoint.ts'
import * as ledger from '#features/billing/payments/actions/ledger.ts'
import { requireMailable } from '#features/engagement/notifications/actions/mails.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Invoice, PaymentRemoval } from '../contract/invoice.ts'
import type { InvoicePaymentInput, PaymentList } from '../contract/payments.ts'
import { getInvoice, lockInvoice, paymentsOf } from './invoice.ts'
import { findRecipient } from './recipient.ts'

export async function listInvoicePayments(ctx: Context, id: number): Promise<PaymentList> {
  const invoice = await getInvoice(ctx, id)
  const { currency, total, amount_paid, balance } = invoice
  return { currency, total, amount_paid, balance, payments: await paymentsOf(ctx, invoice) }
}

export function recordPayment(
  ctx: Context,
  id: number,
  { mail_receipt, ...input }: InvoicePaymentInput,
  ifMatch: IfMatch = null,
): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    const invoice = await lockInvoice(tx, id, ifMatch)
    const payment = await ledger.recordPayment(tx, invoice, input)
    if (mail_receipt) {
      requireMailable(
        tx,
        await findRecipient(tx, invoice.client_id),
        'record the payment without a receipt by email',
      )
      await enqueue(tx, ledger.mailReceipt, { invoiceId: id, paymentId: payment.id })
    }
    return getInvoice(tx, id)
  })
}

export function removePayment(
  ctx: Context,
  id: number,
  paymentId: number,
  ifMatch: IfMatch = null,
): Promise<PaymentRemoval> {
  return inTransaction(ctx, async (tx) => {
    const removal_id = await ledger.removePayment(tx, await lockInvoice(tx, id, ifMatch), paymentId)
    return { ...(await getInvoice(tx, id)), removal_id }
  })
}
