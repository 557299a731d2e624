import { formatMoney } from '#core/format.ts'
import {
  addPayment,
  movePayment,
  type Reversal,
  reversePayments,
} from '#features/billing/payments/actions/entries.ts'
import { findSettlement } from '#features/billing/payments/actions/ledger.ts'
import { PAID_IN_FUTURE } from '#features/billing/payments/contract.ts'
import { balanceOf, type Settlement, settlementOf } from '#features/billing/payments/rules/ledger.ts'
import type { Removal } from '#features/foundation/removals/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import type { InvoiceStatus } from '../contract/invoice.ts'
import { isUnbooked, nextPaidOn } from '../rules/status.ts'
import { type LockedInvoice, refuse } from './invoice.ts'

/** A paid status enters the remaining balance. Back from paid, the payments are reversed, which `removal` undoes. */
export async function settleAt(
  tx: Context,
  invoice: LockedInvoice,
  status: InvoiceStatus,
  chosen: string | undefined,
  removal: Removal<typeof Reversal>,
): Promise<{ settlement: Settlement; removal_id?: number | undefined }> {
  if (chosen !== undefined && status !== 'paid') refuse('paid_on', 'Only a paid invoice has a payment date')
  if (chosen !== undefined && chosen > tx.today) refuse('paid_on', PAID_IN_FUTURE)
  if (invoice.status === 'paid' && status !== 'paid') {
    const removal_id = await reversePayments(tx, invoice, removal)
    return { settlement: await resettle(tx, { ...invoice, status, paid_on: null }), removal_id }
  }
  return { settlement: await settlementAt(tx, invoice, status, chosen) }
}

async function settlementAt(
  tx: Context,
  invoice: LockedInvoice,
  status: InvoiceStatus,
  chosen: string | undefined,
): Promise<Settlement> {
  if (isUnbooked(status)) requireNotProcessing(invoice)
  if (status === 'paid') return settleInFull(tx, invoice, chosen)
  if (isUnbooked(status)) requireUnpaid(tx, invoice, status)
  return resettle(tx, { ...invoice, status })
}

export function requireNotProcessing({ payment_processing }: LockedInvoice): void {
  if (!payment_processing) return
  throw new Conflict('A payment for this invoice is being processed', {
    details: 'Wait until it has arrived or failed. You get an email.',
  })
}

async function settleInFull(
  tx: Context,
  before: LockedInvoice,
  chosen: string | undefined,
): Promise<Settlement> {
  const invoice = { ...before, status: 'paid' as const }
  const settled = await resettle(tx, invoice)
  const left = balanceOf({ ...invoice, ...settled })
  const paid_on = nextPaidOn(before, { status: 'paid', paid_on: chosen }, tx.today) ?? tx.today
  if (left === 0) {
    if (chosen !== undefined) await movePayment(tx, invoice.id, chosen)
    return { ...settled, paid_on }
  }
  await addPayment(tx, invoice, { amount: left, paid_on, method: 'other', reference: '' })
  return { ...(await findSettlement(tx, invoice)), paid_on }
}

function requireUnpaid(tx: Context, invoice: LockedInvoice, status: InvoiceStatus): void {
  const { amount_paid, written_off, currency } = invoice
  if (amount_paid === 0 && written_off === 0) return
  const verb = amount_paid === 0 ? 'written off' : 'paid'
  throw new Conflict(
    `${formatMoney(amount_paid || written_off, currency, tx.locale)} was ${verb} on this invoice`,
    {
      details: `Remove its payments before you set it to ${status}. What was paid online is refunded in Stripe.`,
    },
  )
}

/** After its totals or its status have changed. */
export const resettle = async (tx: Context, invoice: LockedInvoice): Promise<Settlement> =>
  invoice.has_payments ? findSettlement(tx, invoice) : settlementOf(invoice, [], tx.today)
