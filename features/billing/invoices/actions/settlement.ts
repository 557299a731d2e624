import { formatMoney } from '#core/format.ts'
import {
  addPayment,
  findSettlement,
  leftToPay,
  movePayment,
  type Reversal,
  reversePayments,
} from '#features/billing/payments/actions/ledger.ts'
import { PAID_IN_FUTURE } from '#features/billing/payments/contract.ts'
import type { Settlement } from '#features/billing/payments/rules/ledger.ts'
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
    const removal_id = await reversePayments(tx, invoice.id, removal)
    return { settlement: { ...(await findSettlement(tx, invoice)), status, paid_on: null }, removal_id }
  }
  return { settlement: await settlementAt(tx, invoice, status, chosen) }
}

async function settlementAt(
  tx: Context,
  invoice: LockedInvoice,
  status: InvoiceStatus,
  chosen: string | undefined,
): Promise<Settlement> {
  if (invoice.payment_processing && isUnbooked(status)) {
    throw new Conflict('A payment for this invoice is being processed', {
      details: 'Wait until it has arrived or failed. You get an email.',
    })
  }
  const left = leftToPay(invoice)
  if (status === 'paid') {
    const paid_on = nextPaidOn(invoice, { status, paid_on: chosen }, tx.today)
    const entry = { amount: left, paid_on: paid_on ?? tx.today, method: 'other', reference: '' } as const
    if (left > 0) await addPayment(tx, invoice, entry)
    else if (chosen !== undefined) await movePayment(tx, invoice.id, chosen)
    return { ...(await findSettlement(tx, { ...invoice, status })), status, paid_on }
  }
  if (invoice.amount_paid > 0 && (status === 'draft' || status === 'cancelled')) {
    throw new Conflict(
      `${formatMoney(invoice.amount_paid, invoice.currency, tx.locale)} was paid on this invoice`,
      {
        details: `Remove its payments before you set it to ${status}. What was paid online is refunded in Stripe.`,
      },
    )
  }
  return resettle(tx, { ...invoice, status })
}

const NOTHING_PAID = { amount_paid: 0, home_paid: 0, overpaid: 0, paid_on: null }

/** After its totals or its status have changed. */
export const resettle = async (tx: Context, invoice: LockedInvoice): Promise<Settlement> =>
  invoice.has_payments ? findSettlement(tx, invoice) : { status: invoice.status, ...NOTHING_PAID }
