import { z } from 'zod'
import type { DateOnly } from '#core/calendar.ts'
import type { MinorUnits } from '#core/money.ts'
import { type Removal, rememberChange, removeRows } from '#features/foundation/removals/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import type { Payment, PaymentKind, PaymentMethod } from './contract.ts'
import { allocate, apportion, isReversed, openEntries, type Payable } from './rules.ts'
import * as store from './store.ts'

type Paid = Payable & { id: number }

/** What has been paid on an invoice. */
export interface Balance {
  amount_paid: MinorUnits
  home_paid: MinorUnits
  /** What was paid online beyond the total, and not refunded. */
  overpaid: MinorUnits
  /** Of the latest payment; null without any. */
  paid_on: DateOnly | null
}

export const NOTHING_PAID: Balance = { amount_paid: 0, home_paid: 0, overpaid: 0, paid_on: null }

export const listPayments = ({ db, accountId }: Context, invoiceId: number): Promise<Payment[]> =>
  store.listPayments(db, accountId, invoiceId)

interface Entry {
  amount: MinorUnits
  paid_on: DateOnly
  method: PaymentMethod
  reference: string
}

/** Enters a payment on an invoice that the caller has locked, and that it does not exceed. */
export async function addPayment(
  tx: Context,
  invoice: Paid,
  entry: Entry,
): Promise<{ payment: Payment; balance: Balance }> {
  const payment = await store.insertPayment(tx.db, tx.accountId, invoice.id, {
    ...entry,
    created_at: tx.now,
  })
  return { payment, balance: await settle(tx, invoice) }
}

/** A payment that was removed from an invoice. */
export const RemovedPayment = z.object({ invoice_id: z.int(), amount: z.int() })

/** Takes a payment out of a locked invoice; nothing if it is not there. `removal` puts it back. */
export async function removePayment(
  tx: Context,
  invoice: Paid,
  id: number,
  removal: Removal<typeof RemovedPayment>,
): Promise<{ removal_id: number; balance: Balance } | undefined> {
  const payments = await store.listPayments(tx.db, tx.accountId, invoice.id)
  const payment = payments.find((one) => one.id === id)
  if (!payment) return undefined
  if (payment.kind === 'reversal' || isReversed(payment, payments))
    throw new Conflict('This payment was reversed, so both entries stay on record')
  if (payment.method === 'online') throw new Conflict('This was paid online', { details: REFUND_AT_PROVIDER })
  const removed = { invoice_id: invoice.id, amount: payment.amount }
  const removal_id = await removeRows(tx, removal, { table: 'payments', ids: [id] }, removed)
  return { removal_id, balance: await settle(tx, invoice) }
}

export const REFUND_AT_PROVIDER = 'Refund it in Stripe. Daybook follows.'

/** The reversal of everything that was entered by hand on an invoice. */
export const Reversal = z.object({ invoice_id: z.int(), payment_id: z.int() })

/**
 * Reverses what was entered by hand, as of today: money that was received stays on record. `removal` takes the reversal
 * back. Online payments have to be refunded first.
 */
export async function reversePayments(
  tx: Context,
  invoice: Paid,
  removal: Removal<typeof Reversal>,
): Promise<{ removal_id?: number; balance: Balance }> {
  const entries = openEntries(await store.listPayments(tx.db, tx.accountId, invoice.id))
  const { online = [], manual = [] } = Object.groupBy(entries, ({ method }) =>
    method === 'online' ? 'online' : 'manual',
  )
  const sum = (payments: Payment[]) => payments.reduce((total, { amount }) => total + amount, 0)
  if (sum(online) > 0) throw new Conflict('This invoice was paid online', { details: REFUND_AT_PROVIDER })
  if (sum(manual) === 0) return { balance: await settle(tx, invoice) }
  const ids = entries.map(({ id }) => id)
  const dates = { paid_on: tx.today, created_at: tx.now }
  const payment_id = await store.insertReversal(tx.db, tx.accountId, invoice.id, ids, dates)
  const removal_id = await rememberChange(tx, removal, { invoice_id: invoice.id, payment_id })
  return { removal_id, balance: await settle(tx, invoice) }
}

/** Takes a reversal back, unless another entry followed it. */
export async function undoReversal(tx: Context, invoice: Paid, id: number): Promise<Balance> {
  const latest = (await store.listPayments(tx.db, tx.accountId, invoice.id)).at(-1)
  if (latest?.id !== id) throw new Conflict('This cannot be undone, because a payment was recorded since')
  await store.deletePayments(tx.db, tx.accountId, [id])
  return settle(tx, invoice)
}

/** Moves the latest payment of a locked invoice to another day, if one was chosen. */
export async function movePayment(tx: Context, invoice: Paid, day: DateOnly | undefined): Promise<Balance> {
  const payments = await store.listPayments(tx.db, tx.accountId, invoice.id)
  const latest = payments.findLast(({ kind }) => kind === 'payment')
  if (latest && day !== undefined && day !== latest.paid_on && latest.method === 'online') {
    throw new Conflict('This invoice was paid online, so its payment date stays as it is')
  }
  if (latest && day !== undefined) await store.setDay(tx.db, tx.accountId, invoice.id, latest.id, day)
  return settle(tx, invoice)
}

type ProviderKind = Exclude<PaymentKind, 'reversal'>

/** What the payment provider says about one payment. */
export interface ProviderEntry {
  kind: ProviderKind
  provider_id: string
  /** Negative for refunds and disputes. */
  amount: MinorUnits
  paid_on: DateOnly
  reference: string
}

type ProviderPayment = Payment & { kind: ProviderKind }

/**
 * Makes the ledger of a locked invoice say of one payment what the provider says: adds what is new, and takes out what is
 * no longer true. Call `settle` afterwards, if something changed.
 */
export async function syncProviderPayment(
  tx: Context,
  invoice: Paid,
  providerPaymentId: string,
  entries: readonly ProviderEntry[],
): Promise<{ added: ProviderPayment[]; removed: PaymentKind[]; hasChanged: boolean }> {
  const { db, accountId } = tx
  const stored = await store.listProviderEntries(db, accountId, invoice.id, providerPaymentId)
  const isKnown = ({ provider_id }: ProviderEntry) => stored.some((row) => row.provider_id === provider_id)
  const gone = stored.filter((row) => !entries.some(({ provider_id }) => provider_id === row.provider_id))
  const changed = stored.flatMap((row) => {
    const entry = entries.find(({ provider_id }) => provider_id === row.provider_id)
    return entry && entry.amount !== row.whole ? [{ id: row.id, amount: entry.amount }] : []
  })
  await store.deletePayments(
    db,
    accountId,
    gone.map(({ id }) => id),
  )
  for (const { id, amount } of changed) await store.setAmount(db, accountId, id, amount)
  const added: ProviderPayment[] = []
  for (const entry of entries.filter((one) => !isKnown(one))) {
    const origin = { method: 'online', provider_payment_id: providerPaymentId, created_at: tx.now } as const
    const payment = await store.insertPayment(db, accountId, invoice.id, { ...entry, ...origin })
    added.push({ ...payment, kind: entry.kind })
  }
  const hasChanged = added.length + gone.length + changed.length > 0
  return { added, removed: gone.map(({ kind }) => kind), hasChanged }
}

/**
 * Allocates and apportions the payments of a locked invoice anew, after one of them or the invoice's totals have changed.
 * What was paid online counts up to `limit`.
 */
export async function settle(
  tx: Context,
  invoice: Paid,
  limit: MinorUnits = invoice.total,
): Promise<Balance> {
  const listed = openEntries(await store.listPayments(tx.db, tx.accountId, invoice.id))
  const payments = apportion(invoice, allocate(limit, listed), tx.currency)
  await store.setParts(tx.db, tx.accountId, invoice.id, payments)
  const sum = (of: 'amount' | 'home_amount' | 'surplus') =>
    payments.reduce((total, payment) => total + payment[of], 0)
  const days = payments.filter(({ kind }) => kind === 'payment').map(({ paid_on }) => paid_on)
  return {
    amount_paid: sum('amount'),
    home_paid: sum('home_amount'),
    overpaid: sum('surplus'),
    paid_on: days.toSorted().at(-1) ?? null,
  }
}
