import { z } from 'zod'
import type { DateOnly } from '#core/calendar.ts'
import { formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import type { ActivityEvent } from '#features/foundation/activity/rules/events.ts'
import { requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import {
  defineRemoval,
  type Removal,
  rememberChange,
  removeRows,
} from '#features/foundation/removals/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict, NotFound, ValidationError } from '#server/errors.ts'
import { declareJob } from '#server/jobs/job.ts'
import {
  PAID_IN_FUTURE,
  type Payment,
  type PaymentInput,
  type PaymentKind,
  type PaymentMethod,
} from '../contract.ts'
import {
  allocate,
  apportion,
  isReversed,
  openEntries,
  type Payable,
  payableTotal,
  type Settlement,
  settlementOf,
} from '../rules/ledger.ts'
import * as store from '../store/ledger.ts'
import { closeCheckouts } from './checkouts.ts'

export const listPayments = ({ db, accountId }: Context, invoiceId: number): Promise<Payment[]> =>
  store.listPayments(db, accountId, invoiceId)

export const leftToPay = ({ total, amount_paid }: Pick<Payable, 'total' | 'amount_paid'>): MinorUnits => {
  if (amount_paid > total) {
    throw new Conflict('More has been paid on this invoice than its new total. Remove a payment first.')
  }
  return total - amount_paid
}

/** Enters a payment of the client on a locked invoice: all that is left to pay, or a part of it. */
export async function recordPayment(tx: Context, invoice: Payable, input: PaymentInput): Promise<Payment> {
  requirePayable(invoice)
  const amount = requireMinorUnits(input.amount, invoice.currency, 'amount')
  const left = leftToPay(invoice)
  if (input.paid_on > tx.today) throw new ValidationError({ paid_on: PAID_IN_FUTURE })
  if (amount === 0) throw new ValidationError({ amount: 'Must be more than 0' })
  if (amount > left) {
    const most = formatMoney(left, invoice.currency, tx.locale)
    throw new ValidationError({ amount: `Must be at most ${most}, which is left to pay` })
  }
  const payment = await addPayment(tx, invoice, { ...input, amount })
  await settle(tx, invoice)
  await record(tx, amount === left ? 'invoice.marked_paid' : 'invoice.payment_recorded', invoice)
  return payment
}

function requirePayable({ status }: Pick<Payable, 'status'>): void {
  if (status === 'draft') throw new Conflict('This invoice is a draft. Send it before you record a payment.')
  if (status === 'cancelled') {
    throw new Conflict('This invoice is cancelled. Set its status back to sent before you record a payment.')
  }
  if (status === 'paid') throw new Conflict('This invoice is already paid')
}

interface Entry {
  amount: MinorUnits
  paid_on: DateOnly
  method: PaymentMethod
  reference: string
}

/** The caller settles the invoice. */
export const addPayment = (
  { db, accountId, now }: Context,
  invoice: Pick<Payable, 'id'>,
  entry: Entry,
): Promise<Payment> => store.insertPayment(db, accountId, invoice.id, { ...entry, created_at: now })

/** Takes a payment out of a locked invoice that was entered by mistake. Returns the removal that puts it back. */
export async function removePayment(tx: Context, invoice: Payable, id: number): Promise<number> {
  const payments = await store.listPayments(tx.db, tx.accountId, invoice.id)
  const payment = payments.find((one) => one.id === id) ?? paymentNotFound()
  if (payment.kind === 'reversal' || isReversed(payment, payments))
    throw new Conflict('This payment was reversed, so both entries stay on record')
  if (payment.method === 'online') throw new Conflict('This was paid online', { details: REFUND_AT_PROVIDER })
  const removed = { invoice_id: invoice.id, amount: payment.amount }
  const removal_id = await removeRows(tx, paymentRemoval, { table: 'payments', ids: [id] }, removed)
  await settle(tx, invoice)
  await record(tx, 'invoice.payment_removed', invoice, removal_id)
  return removal_id
}

export const REFUND_AT_PROVIDER = 'Refund it in Stripe. Daybook follows.'

export const paymentRemoval = defineRemoval({
  kind: 'payment',
  data: z.object({ invoice_id: z.int(), amount: z.int() }),
  belongsTo: 'invoice',
  async undo(tx, { invoice_id, amount }, restoreRows) {
    const invoice = await lockPayable(tx, invoice_id)
    requirePayable(invoice)
    const left = leftToPay(invoice)
    if (amount > left) {
      throw new Conflict(
        `This payment cannot be restored, because only ${formatMoney(left, invoice.currency, tx.locale)} is left to pay`,
      )
    }
    await restoreRows()
    await settle(tx, invoice)
    await record(tx, 'invoice.payment_restored', invoice)
  },
})

/** The reversal of everything that was entered by hand on an invoice. */
export const Reversal = z.object({ invoice_id: z.int(), payment_id: z.int() })

/**
 * Reverses what was entered by hand, as of today: money that was received stays on record. `removal` takes the reversal
 * back. Online payments have to be refunded first. The caller settles the invoice.
 */
export async function reversePayments(
  tx: Context,
  invoiceId: number,
  removal: Removal<typeof Reversal>,
): Promise<number | undefined> {
  const entries = openEntries(await store.listPayments(tx.db, tx.accountId, invoiceId))
  const { online = [], manual = [] } = Object.groupBy(entries, ({ method }) =>
    method === 'online' ? 'online' : 'manual',
  )
  const sum = (payments: Payment[]) => payments.reduce((total, { amount }) => total + amount, 0)
  if (sum(online) > 0) throw new Conflict('This invoice was paid online', { details: REFUND_AT_PROVIDER })
  if (sum(manual) === 0) return undefined
  const ids = entries.map(({ id }) => id)
  const dates = { paid_on: tx.today, created_at: tx.now }
  const payment_id = await store.insertReversal(tx.db, tx.accountId, invoiceId, ids, dates)
  return rememberChange(tx, removal, { invoice_id: invoiceId, payment_id })
}

/** Takes a reversal on a locked invoice back, unless another entry followed it. */
export async function undoReversal(tx: Context, invoice: Payable, id: number): Promise<void> {
  const latest = (await store.listPayments(tx.db, tx.accountId, invoice.id)).at(-1)
  if (latest?.id !== id) throw new Conflict('This cannot be undone, because a payment was recorded since')
  await store.deletePayments(tx.db, tx.accountId, [id])
  await settle(tx, invoice)
  await record(tx, 'invoice.payment_restored', invoice)
}

/** Moves the latest payment of a locked invoice to another day. */
export async function movePayment(tx: Context, invoiceId: number, day: DateOnly): Promise<void> {
  const payments = await store.listPayments(tx.db, tx.accountId, invoiceId)
  const latest = payments.findLast(({ kind }) => kind === 'payment')
  if (!latest) return
  if (day !== latest.paid_on && latest.method === 'online') {
    throw new Conflict('This invoice was paid online, so its payment date stays as it is')
  }
  await store.setDay(tx.db, tx.accountId, invoiceId, latest.id, day)
}

type ProviderKind = Exclude<PaymentKind, 'reversal'>

/** One entry of the payment provider about a payment. */
export interface ProviderEntry {
  kind: ProviderKind
  provider_id: string
  /** Negative for refunds and disputes. */
  amount: MinorUnits
  paid_on: DateOnly
  reference: string
}

type ProviderPayment = Payment & { kind: ProviderKind }

export interface PaymentChanges {
  added: ProviderPayment[]
  /** Refunds that failed and disputes that were won. */
  removed: PaymentKind[]
}

/**
 * Makes the ledger of a locked invoice say of one payment what the provider says: adds what is new, and takes out what is
 * no longer true. Undefined if nothing changed; otherwise, the caller settles the invoice.
 */
export async function syncProviderPayment(
  tx: Context,
  invoice: Pick<Payable, 'id'>,
  providerPaymentId: string,
  entries: readonly ProviderEntry[],
): Promise<PaymentChanges | undefined> {
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
  if (added.length + gone.length + changed.length === 0) return undefined
  return { added, removed: gone.map(({ kind }) => kind) }
}

/** Mails the receipt of a payment to the client. */
export const mailReceipt = declareJob({
  name: 'mail-receipt',
  data: z.object({ invoiceId: z.int(), paymentId: z.int() }),
})

/** Settles a locked invoice after its payments have changed, and closes its payment page, which asks for another amount now. */
export async function settle(tx: Context, invoice: Payable): Promise<Settlement> {
  const settlement = await findSettlement(tx, invoice)
  await store.setSettlement(tx.db, tx.accountId, invoice.id, settlement)
  await closeCheckouts(tx, invoice.id)
  return settlement
}

/**
 * Allocates and apportions the payments of a locked invoice anew, after one of them or the invoice's totals have changed.
 * The caller stores the settlement.
 */
export async function findSettlement(tx: Context, invoice: Payable): Promise<Settlement> {
  const listed = openEntries(await store.listPayments(tx.db, tx.accountId, invoice.id))
  const payments = apportion(invoice, allocate(payableTotal(invoice), listed), tx.currency)
  await store.setParts(tx.db, tx.accountId, invoice.id, payments)
  const settlement = settlementOf(invoice, payments)
  leftToPay({ ...invoice, ...settlement })
  return settlement
}

/** Locks the invoice until the transaction ends. */
export const lockPayable = async ({ db, accountId }: Context, invoiceId: number) =>
  (await store.lockPayable(db, accountId, invoiceId)) ?? invoiceNotFound()

const record = (
  tx: Context,
  type: Extract<ActivityEvent, { invoice: unknown }>['type'],
  invoice: Payable,
  removalId?: number,
) => recordActivity(tx, { type, invoice }, removalId)

export function paymentNotFound(): never {
  throw new NotFound('Payment not found')
}

function invoiceNotFound(): never {
  throw new NotFound('Invoice not found')
}
