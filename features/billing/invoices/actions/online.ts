import { type ProviderEntry, settle, syncProviderPayment } from '#features/billing/ledger/actions.ts'
import type { Payment, PaymentKind } from '#features/billing/ledger/contract.ts'
import { closeCheckout } from '#features/billing/payment-account/actions/checkouts.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import type { Context } from '#server/context.ts'
import type { Invoice } from '../contract/invoice.ts'
import { setSettlement } from '../store/changes.ts'
import { getInvoice, lockInvoice, record } from './invoice.ts'
import { payableTotal, settlementOf } from './settlement.ts'

export interface OnlineChange {
  invoice: Invoice
  added: Payment[]
  /** Refunds that failed and disputes that were won. */
  removed: PaymentKind[]
}

/**
 * Makes an invoice say of one online payment what the provider says of it. Nothing if it does already. Balance and status
 * follow: a paid invoice with a refund or a dispute is sent again.
 */
export async function applyOnlinePayment(
  tx: Context,
  id: number,
  providerPaymentId: string,
  entries: readonly ProviderEntry[],
): Promise<OnlineChange | undefined> {
  const invoice = await lockInvoice(tx, id)
  const { added, removed, hasChanged } = await syncProviderPayment(tx, invoice, providerPaymentId, entries)
  if (!hasChanged) return undefined
  const balance = await settle(tx, invoice, payableTotal(invoice))
  const reopened = { ...invoice, status: invoice.status === 'paid' ? 'sent' : invoice.status } as const
  await setSettlement(tx.db, tx.accountId, id, settlementOf(reopened, balance))
  await closeCheckout(tx, invoice)
  for (const { kind } of added) await record(tx, EVENTS[kind], invoice)
  if (removed.includes('dispute')) await record(tx, 'invoice.dispute_won', invoice)
  return { invoice: await getInvoice(tx, id), added, removed }
}

const EVENTS = {
  payment: 'invoice.payment_received',
  refund: 'invoice.payment_refunded',
  dispute: 'invoice.payment_disputed',
} as const

/** A slow payment did not arrive. The invoice is as it was. */
export async function recordFailedPayment(tx: Context, id: number): Promise<Invoice> {
  const invoice = await getInvoice(tx, id)
  await recordActivity(tx, { type: 'invoice.payment_failed', invoice })
  return invoice
}
