import type { z } from 'zod'
import type { IfMatch } from '#core/endpoint.ts'
import { formatMoney } from '#core/format.ts'
import { addPayment, RemovedPayment, removePayment, settle } from '#features/billing/ledger/actions.ts'
import { PAID_IN_FUTURE } from '#features/billing/ledger/contract.ts'
import { closeCheckout } from '#features/billing/payment-account/actions/checkouts.ts'
import { requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import { defineRemoval } from '#features/foundation/removals/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import type { Invoice, PaymentRemoval } from '../contract/invoice.ts'
import type { InvoicePaymentInput, PaymentList } from '../contract/payments.ts'
import { setSettlement } from '../store/changes.ts'
import {
  getInvoice,
  type LockedInvoice,
  lockInvoice,
  paymentNotFound,
  paymentsOf,
  record,
  refuse,
} from './invoice.ts'
import { mailReceipt } from './receipts.ts'
import { balanceOf, settlementOf } from './settlement.ts'

export async function listInvoicePayments(ctx: Context, id: number): Promise<PaymentList> {
  const invoice = await getInvoice(ctx, id)
  const { currency, total, amount_paid, balance } = invoice
  return { currency, total, amount_paid, balance, payments: await paymentsOf(ctx, invoice) }
}

/** Enters what a client paid, all of it or a part. Never more than is left to pay. */
export function recordPayment(
  ctx: Context,
  id: number,
  { mail_receipt, ...input }: InvoicePaymentInput,
  ifMatch: IfMatch = null,
): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    const invoice = await lockInvoice(tx, id, ifMatch)
    requirePayable(invoice)
    const amount = requireMinorUnits(input.amount, invoice.currency, 'amount')
    if (input.paid_on > tx.today) refuse('paid_on', PAID_IN_FUTURE)
    if (amount === 0) refuse('amount', 'Must be more than 0')
    const left = balanceOf(invoice)
    if (amount > left) {
      refuse(
        'amount',
        `Must be at most ${formatMoney(left, invoice.currency, tx.locale)}, which is left to pay`,
      )
    }
    const { payment, balance } = await addPayment(tx, invoice, { ...input, amount })
    await setSettlement(tx.db, tx.accountId, id, settlementOf(invoice, balance))
    await closeCheckout(tx, invoice)
    await record(tx, amount === left ? 'invoice.marked_paid' : 'invoice.payment_recorded', invoice)
    const paid = await getInvoice(tx, id)
    if (mail_receipt) await mailReceipt(tx, paid, payment)
    return paid
  })
}

/** Takes a payment out that was entered by mistake. A paid invoice is then sent again. */
export function removeInvoicePayment(
  ctx: Context,
  id: number,
  paymentId: number,
  ifMatch: IfMatch = null,
): Promise<PaymentRemoval> {
  return inTransaction(ctx, async (tx) => {
    const invoice = await lockInvoice(tx, id, ifMatch)
    const removed = await removePayment(tx, invoice, paymentId, paymentRemoval)
    if (!removed) paymentNotFound()
    const reopened = { ...invoice, status: invoice.status === 'paid' ? 'sent' : invoice.status } as const
    await setSettlement(tx.db, tx.accountId, id, settlementOf(reopened, removed.balance))
    await closeCheckout(tx, invoice)
    await record(tx, 'invoice.payment_removed', invoice, removed.removal_id)
    return { ...(await getInvoice(tx, id)), removal_id: removed.removal_id }
  })
}

export const paymentRemoval = defineRemoval({
  kind: 'payment',
  data: RemovedPayment,
  belongsTo: 'invoice',
  undo: restorePayments,
})

/** Puts back what was removed from an invoice that can be paid. */
export async function restorePayments(
  tx: Context,
  { invoice_id, amount }: z.output<typeof RemovedPayment>,
  restoreRows: () => Promise<void>,
): Promise<void> {
  const invoice = await lockInvoice(tx, invoice_id)
  requirePayable(invoice)
  const left = balanceOf(invoice)
  if (amount > left) {
    throw new Conflict(
      `This payment cannot be restored, because only ${formatMoney(left, invoice.currency, tx.locale)} is left to pay`,
    )
  }
  await restoreRows()
  await setSettlement(tx.db, tx.accountId, invoice_id, settlementOf(invoice, await settle(tx, invoice)))
  await closeCheckout(tx, invoice)
  await record(tx, 'invoice.payment_restored', invoice)
}

function requirePayable({ status }: LockedInvoice): void {
  if (status === 'draft') throw new Conflict('This invoice is a draft. Send it before you record a payment.')
  if (status === 'cancelled') {
    throw new Conflict('This invoice is cancelled. Set its status back to sent before you record a payment.')
  }
  if (status === 'paid') throw new Conflict('This invoice is already paid')
}
