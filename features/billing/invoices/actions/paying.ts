import {
  openPayment,
  type PaymentRequest,
  refuseForNow,
} from '#features/billing/payments/actions/payment-page.ts'
import { isPayableOnline } from '#features/billing/payments/rules/checkouts.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { needsApproval } from '../rules/approval.ts'
import { getInvoice, lockInvoice } from './invoice.ts'

/** The payment provider's page on which the client pays what is payable of an invoice. It leads back to `page`. */
export const payOnline = (ctx: Context, id: number, page: string): Promise<string> =>
  openPayment(ctx, id, page, (tx) => requestPayment(tx, id))

async function requestPayment(tx: Context, id: number): Promise<PaymentRequest> {
  await lockInvoice(tx, id)
  const invoice = await getInvoice(tx, id)
  const { approval_required, email } = await getClient(tx, invoice.client_id)
  if (invoice.payment_processing) throw new Conflict('Your payment is being processed.')
  if (invoice.status === 'paid') throw new Conflict('This invoice is already paid.')
  if (!isPayableOnline(invoice)) refuseForNow()
  if (needsApproval({ ...invoice, approval_required })) {
    throw new Conflict('Please approve this invoice before you pay it.')
  }
  const { number, invoice_number, payable, currency } = invoice
  const title = number === null ? 'Invoice proposal' : `Invoice ${invoice_number}`
  return { title, amount: payable, currency, clientEmail: email || null }
}
