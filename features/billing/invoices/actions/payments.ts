import type { IfMatch } from '#core/endpoint.ts'
import * as credit from '#features/billing/payments/actions/credit.ts'
import * as entries from '#features/billing/payments/actions/entries.ts'
import { mailReceipt } from '#features/billing/payments/actions/ledger.ts'
import type { CreditInput, RefundInput, WriteOffInput } from '#features/billing/payments/contract.ts'
import { requireMailable } from '#features/engagement/notifications/actions/mails.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Invoice, PaymentRemoval } from '../contract/invoice.ts'
import type { InvoicePaymentInput, PaymentList } from '../contract/payments.ts'
import { getInvoice, type LockedInvoice, lockInvoice, paymentsOf } from './invoice.ts'
import { findRecipient } from './recipient.ts'
import { sealToBePaid } from './sealing.ts'

export async function listInvoicePayments(ctx: Context, id: number): Promise<PaymentList> {
  const invoice = await getInvoice(ctx, id)
  const { currency, home_currency, total, amount_paid, written_off, balance } = invoice
  const payments = await paymentsOf(ctx, invoice)
  return { currency, home_currency, total, amount_paid, written_off, balance, payments }
}

export function recordPayment(
  ctx: Context,
  id: number,
  { mail_receipt, ...input }: InvoicePaymentInput,
  ifMatch: IfMatch = null,
): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    const invoice = await sealToBePaid(tx, await lockInvoice(tx, id, ifMatch))
    const payment = await entries.recordPayment(tx, invoice, input)
    if (mail_receipt) {
      requireMailable(
        tx,
        await findRecipient(tx, invoice.client_id),
        'record the payment without a receipt by email',
      )
      await enqueue(tx, mailReceipt, { invoiceId: id, paymentId: payment.id })
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
    const removal_id = await entries.reverseEntry(tx, await lockInvoice(tx, id, ifMatch), paymentId)
    return { ...(await getInvoice(tx, id)), removal_id }
  })
}

export const recordRefund = (ctx: Context, id: number, input: RefundInput, ifMatch: IfMatch = null) =>
  changeLedger(ctx, id, ifMatch, (tx, invoice) => entries.recordRefund(tx, invoice, input))

export const writeOff = (ctx: Context, id: number, input: WriteOffInput, ifMatch: IfMatch = null) =>
  changeLedger(ctx, id, ifMatch, (tx, invoice) => entries.writeOff(tx, invoice, input))

export const payWithCredit = (ctx: Context, id: number, input: CreditInput, ifMatch: IfMatch = null) =>
  changeLedger(ctx, id, ifMatch, (tx, invoice) => credit.payWithCredit(tx, invoice, input))

const changeLedger = (
  ctx: Context,
  id: number,
  ifMatch: IfMatch,
  change: (tx: Context, invoice: LockedInvoice) => Promise<void>,
): Promise<Invoice> =>
  inTransaction(ctx, async (tx) => {
    await change(tx, await sealToBePaid(tx, await lockInvoice(tx, id, ifMatch)))
    return getInvoice(tx, id)
  })
