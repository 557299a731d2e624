import { formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import {
  addPayment,
  type Balance,
  movePayment,
  NOTHING_PAID,
  type Reversal,
  reversePayments,
  settle,
} from '#features/billing/ledger/actions.ts'
import { PAID_IN_FUTURE } from '#features/billing/ledger/contract.ts'
import type { Removal } from '#features/foundation/removals/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import type { InvoiceStatus } from '../contract/invoice.ts'
import * as rules from '../rules.ts'
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
    const { balance, removal_id } = await reversePayments(tx, invoice, removal)
    return { settlement: { status, ...balance, paid_on: null }, removal_id }
  }
  return { settlement: await settlementAt(tx, invoice, status, chosen) }
}

async function settlementAt(
  tx: Context,
  invoice: LockedInvoice,
  status: InvoiceStatus,
  chosen: string | undefined,
): Promise<Settlement> {
  if (invoice.payment_processing && rules.isUnbooked(status)) {
    throw new Conflict('A payment for this invoice is being processed', {
      details: 'Wait until it has arrived or failed. You get an email.',
    })
  }
  const left = balanceOf(invoice)
  if (status === 'paid') {
    const paid_on = rules.nextPaidOn(invoice, { status, paid_on: chosen }, tx.today)
    const entry = { amount: left, paid_on: paid_on ?? tx.today, method: 'other', reference: '' } as const
    const balance =
      left > 0 ? (await addPayment(tx, invoice, entry)).balance : await movePayment(tx, invoice, chosen)
    return { status, ...balance, paid_on }
  }
  if (invoice.amount_paid > 0 && (status === 'draft' || status === 'cancelled')) {
    throw new Conflict(
      `${formatMoney(invoice.amount_paid, invoice.currency, tx.locale)} was paid on this invoice`,
      {
        details: `Remove its payments before you set it to ${status}. What was paid online is refunded in Stripe.`,
      },
    )
  }
  return settledAnew(tx, { ...invoice, status })
}

interface Settlement {
  status: InvoiceStatus
  amount_paid: MinorUnits
  home_paid: MinorUnits
  overpaid: MinorUnits
  paid_on: string | null
}

export const balanceOf = ({
  total,
  amount_paid,
}: {
  total: MinorUnits
  amount_paid: MinorUnits
}): MinorUnits => {
  if (amount_paid > total) {
    throw new Conflict('More has been paid on this invoice than its new total. Remove a payment first.')
  }
  return total - amount_paid
}

/** After its totals have changed. Without payments there is nothing to ask for. */
export const settledAnew = async (tx: Context, invoice: LockedInvoice): Promise<Settlement> =>
  settlementOf(
    invoice,
    invoice.has_payments ? await settle(tx, invoice, payableTotal(invoice)) : NOTHING_PAID,
  )

/** A draft or cancelled invoice asks for nothing: all that arrives is surplus. */
export const payableTotal = ({ status, total }: Pick<LockedInvoice, 'status' | 'total'>): MinorUnits =>
  rules.isUnbooked(status) ? 0 : total

/** An invoice is paid as soon as nothing is left to pay. */
export function settlementOf(
  invoice: LockedInvoice,
  { amount_paid, home_paid, overpaid, paid_on }: Balance,
): Settlement {
  const isPaid = amount_paid > 0 && balanceOf({ ...invoice, amount_paid }) === 0
  return {
    status: isPaid ? 'paid' : invoice.status,
    amount_paid,
    home_paid,
    overpaid,
    paid_on: isPaid ? paid_on : null,
  }
}
