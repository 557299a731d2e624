import { z } from 'zod'
import type { DateOnly } from '#core/calendar.ts'
import { formatMoney } from '#core/format.ts'
import type { EnteredMoney, MinorUnits } from '#core/money.ts'
import { requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import { defineRemoval, type Removal, rememberChange } from '#features/foundation/removals/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict, ValidationError } from '#server/errors.ts'
import {
  PAID_IN_FUTURE,
  type Payment,
  type PaymentInput,
  type RefundInput,
  type WriteOffInput,
} from '../contract.ts'
import { balanceOf, isReversed, openEntries, type Payable, wholeOf } from '../rules/ledger.ts'
import * as store from '../store/ledger.ts'
import { Returned, returnCredit, takeBackReturned } from './credit.ts'
import { lockPayable, paymentNotFound, record, settle } from './ledger.ts'

/** Enters a payment of the client on a locked invoice. What exceeds the balance becomes credit, if that is wanted. */
export async function recordPayment(tx: Context, invoice: Payable, input: PaymentInput): Promise<Payment> {
  requirePayable(invoice, input.excess_as_credit)
  const left = balanceOf(invoice)
  const amount = requireAmount(tx, invoice, input)
  if (amount > left && !input.excess_as_credit) {
    refuseAmount(`Must be at most ${moneyOf(tx, invoice, left)}, which is left to pay`)
  }
  const { paid_on, method, reference } = input
  const costs = { fee: feeOf(tx, input.fee), received: receivedOf(tx, invoice, input.received) }
  const payment = await addPayment(tx, invoice, { amount, paid_on, method, reference, ...costs })
  await settle(tx, invoice, payment.id)
  await record(tx, amount >= left && left > 0 ? 'invoice.marked_paid' : 'invoice.payment_recorded', invoice)
  return payment
}

export function requirePayable({ status }: Pick<Payable, 'status'>, isPaidAllowed = false): void {
  if (status === 'draft') throw new Conflict('This invoice is a draft. Send it before you record a payment.')
  if (status === 'cancelled') {
    throw new Conflict('This invoice is cancelled. Set its status back to sent before you record a payment.')
  }
  if (status === 'paid' && !isPaidAllowed) throw new Conflict('This invoice is already paid')
}

function requireAmount(
  tx: Context,
  { currency }: Payable,
  { amount: entered, paid_on }: { amount: EnteredMoney; paid_on: DateOnly },
): MinorUnits {
  const amount = requireMinorUnits(entered, currency, 'amount')
  if (paid_on > tx.today) throw new ValidationError({ paid_on: PAID_IN_FUTURE })
  if (amount === 0) refuseAmount('Must be more than 0')
  return amount
}

function refuseAmount(message: string): never {
  throw new ValidationError({ amount: message })
}

const moneyOf = ({ locale }: Context, { currency }: Payable, amount: MinorUnits): string =>
  formatMoney(amount, currency, locale)

const feeOf = ({ currency }: Context, fee: EnteredMoney | null | undefined): MinorUnits =>
  fee == null ? 0 : requireMinorUnits(fee, currency, 'fee')

function receivedOf(
  { currency }: Context,
  invoice: Payable,
  received: EnteredMoney | null | undefined,
): MinorUnits | null {
  if (received == null) return null
  if (invoice.currency === currency) {
    throw new ValidationError({ received: `Must be left out, since the invoice is in ${currency}` })
  }
  return requireMinorUnits(received, currency, 'received')
}

type Entered = Pick<store.NewEntry, 'amount' | 'paid_on' | 'method' | 'reference' | 'fee' | 'received'>

/** The caller settles the invoice. */
export const addPayment = (
  { db, accountId, now }: Context,
  invoice: Pick<Payable, 'id'>,
  entry: Entered,
): Promise<Payment> =>
  store.insertEntry(db, accountId, invoice.id, { ...entry, kind: 'payment', created_at: now })

/** Enters what went back to the client. It is left to pay again, unless it was credit. */
export async function recordRefund(tx: Context, invoice: Payable, input: RefundInput): Promise<void> {
  const amount = requireAmount(tx, invoice, input)
  const entries = openEntries(await store.listPayments(tx.db, tx.accountId, invoice.id))
  const byHand = entries.filter(({ method }) => method !== 'online')
  const most = Math.max(
    0,
    byHand.reduce((sum, entry) => sum + wholeOf(entry), 0),
  )
  if (most === 0 && entries.some(({ method }) => method === 'online')) {
    throw new Conflict('This was paid online', { details: REFUND_AT_PROVIDER })
  }
  if (amount > most) refuseAmount(`Must be at most ${moneyOf(tx, invoice, most)}, which was paid`)
  const { paid_on, method, reference } = input
  const { id } = await store.insertEntry(tx.db, tx.accountId, invoice.id, {
    kind: 'refund',
    amount: -amount,
    paid_on,
    method,
    reference,
    fee: feeOf(tx, input.fee),
    created_at: tx.now,
  })
  await settle(tx, invoice, id)
  await record(tx, 'invoice.payment_refunded', invoice)
}

/** Gives up what the client will not pay: the balance, or a part of it. */
export async function writeOff(tx: Context, invoice: Payable, input: WriteOffInput): Promise<void> {
  requirePayable(invoice)
  const left = balanceOf(invoice)
  const { paid_on, reason } = input
  const written_off = requireAmount(tx, invoice, input)
  if (written_off > left) {
    refuseAmount(`Must be at most ${moneyOf(tx, invoice, left)}, which is left to pay`)
  }
  const { id } = await insertWriteOff(tx, invoice, { written_off, paid_on, reason })
  await settle(tx, invoice, id)
  await record(tx, 'invoice.written_off', invoice)
}

/** Takes back an entry of a locked invoice that was made by mistake, as of today. Returns the removal that undoes it. */
export async function reverseEntry(tx: Context, invoice: Payable, id: number): Promise<number> {
  const entries = await store.listPayments(tx.db, tx.accountId, invoice.id)
  const entry = entries.find((one) => one.id === id) ?? paymentNotFound()
  if (entry.kind === 'reversal' || isReversed(entry, entries))
    throw new Conflict('This payment was reversed, so both entries stay on record')
  if (entry.method === 'online') throw new Conflict('This was paid online', { details: REFUND_AT_PROVIDER })
  if (entry.kind === 'credit' && wholeOf(entry) < 0)
    throw new Conflict('This credit pays another invoice', { details: 'Remove it there first.' })
  const reversal = await insertReversalOf(tx, invoice, entry)
  const { amount_paid } = await settle(tx, invoice, reversal.id)
  if (amount_paid < 0) refuseUsedCredit()
  const returned = entry.kind === 'credit' ? [await returnCredit(tx, invoice, entry)] : []
  const removal_id = await rememberChange(tx, entryReversal, {
    invoice_id: invoice.id,
    payment_id: reversal.id,
    returned,
  })
  const event = entry.kind === 'payment' ? 'invoice.payment_removed' : 'invoice.entry_removed'
  await record(tx, event, invoice, removal_id)
  return removal_id
}

const insertReversalOf = (tx: Context, invoice: Pick<Payable, 'id'>, entry: Entries[number]) =>
  store.insertEntry(tx.db, tx.accountId, invoice.id, {
    kind: 'reversal',
    reverses_id: entry.id,
    amount: -wholeOf(entry) + 0,
    written_off: -entry.written_off + 0,
    fee: -entry.fee + 0,
    received: entry.received === null ? null : -entry.received + 0,
    paid_on: tx.today,
    method: entry.method,
    reference: entry.reference,
    created_at: tx.now,
  })

type Entries = Awaited<ReturnType<typeof store.listPayments>>

/**
 * Lets at most so much stay written off on a locked invoice, as of today, the latest first: what a credit note takes back
 * was never owed. The caller settles the invoice with the credit.
 */
export async function limitWriteOffs(tx: Context, invoice: Payable, most: MinorUnits): Promise<void> {
  let excess = invoice.written_off - most
  if (excess <= 0) return
  const entries = await store.listPayments(tx.db, tx.accountId, invoice.id)
  const isWrittenOff = (entry: Entries[number]) => entry.kind === 'write_off' && !isReversed(entry, entries)
  let first: number | undefined
  for (const entry of entries.filter(isWrittenOff).toReversed()) {
    if (excess <= 0) break
    const { id } = await insertReversalOf(tx, invoice, entry)
    first ??= id
    const rest = Math.max(0, entry.written_off - excess)
    excess -= entry.written_off - rest
    if (rest > 0) await insertWriteOff(tx, invoice, { ...entry, written_off: rest, paid_on: tx.today })
  }
  await settle(tx, invoice, first)
}

const insertWriteOff = (
  tx: Context,
  invoice: Pick<Payable, 'id'>,
  { written_off, paid_on, reason }: Pick<Payment, 'written_off' | 'paid_on' | 'reason'>,
) =>
  store.insertEntry(tx.db, tx.accountId, invoice.id, {
    kind: 'write_off',
    amount: 0,
    written_off,
    paid_on,
    reason,
    method: 'other',
    reference: '',
    created_at: tx.now,
  })

export const REFUND_AT_PROVIDER = 'Refund it in Stripe. Daybook follows.'

function refuseUsedCredit(): never {
  throw new Conflict('A part of this payment is credit that pays another invoice', {
    details: 'Remove the credit there first.',
  })
}

/** A reversal on an invoice, and the credit that it returned. */
export const Reversal = z.object({ invoice_id: z.int(), payment_id: z.int(), returned: Returned })

export const entryReversal = defineRemoval({
  kind: 'payment_reversed',
  data: Reversal,
  belongsTo: 'invoice',
  async undo(tx, reversal) {
    const invoice = await lockPayable(tx, reversal.invoice_id)
    const entries = await store.listPayments(tx.db, tx.accountId, invoice.id)
    const taken = entries.find(({ id }) => id === reversal.payment_id) ?? paymentNotFound()
    const back = -taken.amount - taken.written_off
    // Credit that took the place of the last entry makes room for it again.
    const left = balanceOf(entries.at(-1) === taken ? { ...invoice, amount_paid: 0 } : invoice)
    if (back > 0) requirePayable(invoice, true)
    if (back > left) {
      throw new Conflict(
        `This payment cannot be restored, because only ${moneyOf(tx, invoice, left)} is left to pay`,
      )
    }
    await undoReversal(tx, invoice, reversal)
  },
})

/**
 * Reverses all entries that were made by hand, as of today: money that was received stays on record. `removal` takes the
 * reversal back. Online payments have to be refunded first. The caller settles the invoice.
 */
export async function reversePayments(
  tx: Context,
  invoice: Payable,
  removal: Removal<typeof Reversal>,
): Promise<number | undefined> {
  const all = await store.listPayments(tx.db, tx.accountId, invoice.id)
  const entries = openEntries(all)
  const { online = [], manual = [] } = Object.groupBy(entries, ({ method }) =>
    method === 'online' ? 'online' : 'manual',
  )
  const sum = (payments: readonly Payment[]) => payments.reduce((total, one) => total + wholeOf(one), 0)
  if (sum(online) > 0) throw new Conflict('This invoice was paid online', { details: REFUND_AT_PROVIDER })
  const isCredit = (entry: Payment) => entry.kind === 'credit' && !isReversed(entry, all)
  if (entries.some((entry) => isCredit(entry) && wholeOf(entry) < 0)) refuseUsedCredit()
  if (manual.length === 0) return undefined
  const ids = entries.map(({ id }) => id)
  const dates = { paid_on: tx.today, created_at: tx.now }
  const payment_id = await store.insertReversal(tx.db, tx.accountId, invoice.id, ids, dates)
  const returned: z.output<typeof Returned> = []
  for (const entry of entries.filter(isCredit)) returned.push(await returnCredit(tx, invoice, entry))
  return rememberChange(tx, removal, { invoice_id: invoice.id, payment_id, returned })
}

/** Takes the reversal of all entries of a locked invoice back, unless another entry followed it. */
export async function undoLatestReversal(
  tx: Context,
  invoice: Payable,
  reversal: z.output<typeof Reversal>,
): Promise<void> {
  const latest = (await store.listPayments(tx.db, tx.accountId, invoice.id)).at(-1)
  if (latest?.id !== reversal.payment_id)
    throw new Conflict('This cannot be undone, because a payment was recorded since')
  await undoReversal(tx, invoice, reversal)
}

async function undoReversal(
  tx: Context,
  invoice: Payable,
  { payment_id, returned }: z.output<typeof Reversal>,
): Promise<void> {
  await store.deletePayments(tx.db, tx.accountId, [payment_id])
  const { written_off } = await settle(tx, invoice, payment_id)
  if (written_off > invoice.total - invoice.credited)
    throw new Conflict('This cannot be undone, because what was written off is credited by now')
  await takeBackReturned(tx, returned)
  await record(tx, 'invoice.payment_restored', invoice)
}

/** Moves the latest payment of a locked invoice to another day. */
export async function movePayment(tx: Context, invoiceId: number, day: DateOnly): Promise<void> {
  const payments = await store.listPayments(tx.db, tx.accountId, invoiceId)
  const latest = openEntries(payments).findLast(({ kind }) => kind === 'payment')
  if (!latest) return
  if (day !== latest.paid_on && latest.method === 'online') {
    throw new Conflict('This invoice was paid online, so its payment date stays as it is')
  }
  await store.setDay(tx.db, tx.accountId, invoiceId, latest.id, day)
}
