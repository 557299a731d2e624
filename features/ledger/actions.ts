import { z } from 'zod'
import type { DateOnly } from '#core/calendar.ts'
import type { MinorUnits } from '#core/money.ts'
import { type Removal, removeRows } from '#features/removals/actions.ts'
import type { Context } from '#server/context.ts'
import type { Payment, PaymentMethod } from './contract.ts'
import { apportion, type Payable } from './rules.ts'
import * as store from './store.ts'

type Paid = Payable & { id: number }

/** What has been paid on an invoice. */
export interface Balance {
  amount_paid: MinorUnits
  home_paid: MinorUnits
  /** Of the latest payment; null without any. */
  paid_on: DateOnly | null
}

export const NOTHING_PAID: Balance = { amount_paid: 0, home_paid: 0, paid_on: null }

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

export const RemovedPayment = z.object({ invoice_id: z.int(), amount: z.int() })

/** Takes a payment out of a locked invoice; nothing if it is not there. `removal` puts it back. */
export async function removePayment(
  tx: Context,
  invoice: Paid,
  id: number,
  removal: Removal<typeof RemovedPayment>,
): Promise<{ removal_id: number; balance: Balance } | undefined> {
  const payment = (await store.listPayments(tx.db, tx.accountId, invoice.id)).find((one) => one.id === id)
  if (!payment) return undefined
  const removed = { invoice_id: invoice.id, amount: payment.amount }
  const removal_id = await removeRows(tx, removal, { table: 'payments', ids: [id] }, removed)
  return { removal_id, balance: await settle(tx, invoice) }
}

/** Takes everything out that was entered by hand. */
export async function clearPayments(tx: Context, invoice: Paid): Promise<Balance> {
  await store.clearPayments(tx.db, tx.accountId, invoice.id)
  return settle(tx, invoice)
}

/** Moves the latest payment of a locked invoice to another day, if one was chosen. */
export async function movePayment(tx: Context, invoice: Paid, day: DateOnly | undefined): Promise<Balance> {
  const latest = (await store.listPayments(tx.db, tx.accountId, invoice.id)).at(-1)
  if (latest && day !== undefined) await store.setDay(tx.db, tx.accountId, invoice.id, latest.id, day)
  return settle(tx, invoice)
}

/** Apportions the payments of a locked invoice anew, after one of them or the invoice's totals have changed. */
export async function settle(tx: Context, invoice: Paid): Promise<Balance> {
  const payments = apportion(invoice, await store.listPayments(tx.db, tx.accountId, invoice.id), tx.currency)
  await store.setParts(tx.db, tx.accountId, invoice.id, payments)
  const sum = (of: 'amount' | 'home_amount') => payments.reduce((total, payment) => total + payment[of], 0)
  const days = payments.map(({ paid_on }) => paid_on)
  return {
    amount_paid: sum('amount'),
    home_paid: sum('home_amount'),
    paid_on: days.toSorted().at(-1) ?? null,
  }
}
