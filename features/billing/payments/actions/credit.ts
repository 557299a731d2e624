import { z } from 'zod'
import { formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict, ValidationError } from '#server/errors.ts'
import type { CreditInput, Payment } from '../contract.ts'
import { balanceOf, isReversed, type Payable, wholeOf } from '../rules/ledger.ts'
import * as store from '../store/ledger.ts'
import { lockPayable, record, settle } from './ledger.ts'

/**
 * Pays a locked invoice with what the client overpaid on others, the oldest first. Each part is an entry on both invoices,
 * so the credit of a client is always the sum of what is overpaid.
 */
export async function payWithCredit(tx: Context, invoice: Payable, input: CreditInput): Promise<void> {
  const { db, accountId } = tx
  if (invoice.status !== 'sent' && invoice.status !== 'overdue')
    throw new Conflict('Credit can be used on an invoice that is sent and not paid')
  const sources = await store.lockInvoicesWithCredit(db, accountId, invoice)
  const amount = requireCredit(tx, invoice, sum(sources), input)
  let rest = amount
  let first: number | undefined
  for (const source of sources) {
    const taken = Math.min(source.overpaid, rest)
    if (taken === 0) break
    rest -= taken
    const moved = await addCredit(tx, source, invoice, -taken)
    await settle(tx, source, moved.id)
    const { id } = await addCredit(tx, invoice, source, taken)
    first ??= id
  }
  await settle(tx, invoice, first)
  await record(tx, 'invoice.credit_used', invoice)
}

const sum = (sources: readonly { overpaid: MinorUnits }[]): MinorUnits =>
  sources.reduce((total, { overpaid }) => total + overpaid, 0)

/** As entered, else as much as there is and is asked for. */
function requireCredit(
  { locale }: Context,
  invoice: Payable,
  available: MinorUnits,
  input: CreditInput,
): MinorUnits {
  const left = balanceOf(invoice)
  if (available === 0) throw new Conflict(`${invoice.client_name} has no credit in ${invoice.currency}`)
  if (input?.amount == null) return Math.min(left, available)
  const amount = requireMinorUnits(input.amount, invoice.currency, 'amount')
  const refuse = (message: string): never => {
    throw new ValidationError({ amount: message })
  }
  const money = (most: MinorUnits) => formatMoney(most, invoice.currency, locale)
  if (amount === 0) refuse('Must be more than 0')
  if (amount > left) refuse(`Must be at most ${money(left)}, which is left to pay`)
  if (amount > available) refuse(`Must be at most ${money(available)}, which the client has as credit`)
  return amount
}

const addCredit = (
  { db, accountId, today, now }: Context,
  invoice: Pick<Payable, 'id'>,
  other: Pick<Payable, 'id' | 'invoice_number'>,
  amount: MinorUnits,
) =>
  store.insertEntry(db, accountId, invoice.id, {
    kind: 'credit',
    amount,
    credit_invoice_id: other.id,
    paid_on: today,
    method: 'other',
    reference: other.invoice_number,
    created_at: now,
  })

/** Reversals that returned credit to the invoices that it came from. */
export const Returned = z.array(z.object({ invoice_id: z.int(), payment_id: z.int() }))

/** Returns the credit of an entry to the invoice that it came from. */
export async function returnCredit(tx: Context, invoice: Payable, entry: Payment) {
  const { db, accountId } = tx
  if (entry.credit_invoice_id === null) throw new Error('a credit comes from no invoice')
  const source = await lockPayable(tx, entry.credit_invoice_id)
  const entries = await store.listPayments(db, accountId, source.id)
  const moved = entries.find(
    (one) =>
      one.credit_invoice_id === invoice.id && wholeOf(one) === -wholeOf(entry) && !isReversed(one, entries),
  )
  if (!moved) throw new Error('a credit is missing on the invoice that it came from')
  const reversal = await store.insertEntry(db, accountId, source.id, {
    kind: 'reversal',
    reverses_id: moved.id,
    amount: wholeOf(entry),
    paid_on: tx.today,
    method: 'other',
    reference: invoice.invoice_number,
    created_at: tx.now,
  })
  await settle(tx, source, reversal.id)
  return { invoice_id: source.id, payment_id: reversal.id }
}

/** Uses returned credit as before. Refused if it was used otherwise by then. */
export async function takeBackReturned(tx: Context, returned: z.output<typeof Returned>): Promise<void> {
  for (const { invoice_id, payment_id } of returned) {
    const source = await lockPayable(tx, invoice_id)
    await store.deletePayments(tx.db, tx.accountId, [payment_id])
    const { amount_paid } = await settle(tx, source, payment_id)
    if (amount_paid < source.amount_paid) {
      throw new Conflict('This cannot be undone, because the credit was used since')
    }
  }
}
