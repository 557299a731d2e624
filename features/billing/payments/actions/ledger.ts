import { z } from 'zod'
import type { DateOnly } from '#core/calendar.ts'
import type { MinorUnits } from '#core/money.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import type { ActivityEvent } from '#features/foundation/activity/rules/events.ts'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import type { Context } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { declareJob } from '#server/jobs/job.ts'
import type { Payment, PaymentKind } from '../contract.ts'
import {
  allocate,
  apportion,
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

type ProviderKind = Extract<PaymentKind, 'payment' | 'refund' | 'dispute'>

/** One entry of the payment provider about a payment. */
export interface ProviderEntry {
  kind: ProviderKind
  provider_id: string
  /** Negative for refunds and disputes. */
  amount: MinorUnits
  /** In the home currency. */
  fee: MinorUnits
  paid_on: DateOnly
  reference: string
}

type ProviderPayment = Payment & { kind: ProviderKind }

export interface PaymentChanges {
  added: ProviderPayment[]
  /** Refunds that failed and disputes that were won. */
  removed: PaymentKind[]
  /** The id of the first entry that has changed. */
  changed: number
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
    const isSame = !entry || (entry.amount === row.whole && entry.fee === row.fee)
    return isSame ? [] : [{ id: row.id, amount: entry.amount, fee: entry.fee }]
  })
  await store.deletePayments(
    db,
    accountId,
    gone.map(({ id }) => id),
  )
  for (const { id, ...figures } of changed) await store.setFigures(db, accountId, id, figures)
  const added: ProviderPayment[] = []
  for (const entry of entries.filter((one) => !isKnown(one))) {
    const origin = { method: 'online', provider_payment_id: providerPaymentId, created_at: tx.now } as const
    const payment = await store.insertEntry(db, accountId, invoice.id, { ...entry, ...origin })
    added.push({ ...payment, kind: entry.kind })
  }
  const ids = [...added, ...gone, ...changed].map(({ id }) => id)
  if (ids.length === 0) return undefined
  return { added, removed: gone.map(({ kind }) => kind), changed: Math.min(...ids) }
}

/** Mails the receipt of a payment to the client. */
export const mailReceipt = declareJob({
  name: 'mail-receipt',
  data: z.object({ invoiceId: z.int(), paymentId: z.int() }),
})

/**
 * Settles a locked invoice after its entries have changed, from the id `changed` on, and closes its payment page, which
 * asks for another amount now.
 */
export async function settle(tx: Context, invoice: Payable, changed?: number): Promise<Settlement> {
  const settlement = await apportionEntries(tx, invoice, await listEntries(tx, invoice, changed))
  await store.setSettlement(tx.db, tx.accountId, invoice.id, settlement)
  await closeCheckouts(tx, invoice.id)
  return settlement
}

/**
 * Settles a locked invoice anew after its totals or its status have changed. What was entered by hand still has to count.
 * The caller stores the settlement.
 */
export async function findSettlement(tx: Context, invoice: Payable): Promise<Settlement> {
  const before = await listEntries(tx, invoice)
  const after = allocate(payableTotal(invoice, before), before)
  const isShortened = after.some(
    ({ kind, method, surplus }, index) =>
      kind === 'payment' && method !== 'online' && surplus > (before[index]?.surplus ?? 0),
  )
  if (isShortened) {
    throw new Conflict('More has been paid on this invoice than its new total. Remove a payment first.')
  }
  if (after.reduce((sum, { written_off }) => sum + written_off, 0) > invoice.total) {
    throw new Conflict('More was written off on this invoice than its new total. Remove a write-off first.')
  }
  return apportionEntries(tx, invoice, before)
}

type Entries = Awaited<ReturnType<typeof store.listPayments>>

const listEntries = async (tx: Context, { id }: Payable, changed?: number): Promise<Entries> => [
  ...openEntries(await store.listPayments(tx.db, tx.accountId, id), changed),
]

async function apportionEntries(tx: Context, invoice: Payable, entries: Entries): Promise<Settlement> {
  const allocated = allocate(payableTotal(invoice, entries), entries)
  const apportioned = apportion(invoice, allocated, tx.currency)
  await store.setParts(tx.db, tx.accountId, invoice.id, apportioned)
  return settlementOf(invoice, apportioned, tx.today)
}

/** Locks the invoice until the transaction ends. */
export const lockPayable = async ({ db, accountId }: Context, invoiceId: number) =>
  (await store.lockPayable(db, accountId, invoiceId)) ?? invoiceNotFound()

export const record = (
  tx: Context,
  type: Extract<ActivityEvent, { invoice: unknown }>['type'],
  invoice: Payable,
  removalId?: number,
) => recordActivity(tx, { type, invoice: { ...invoice, invoice_number: invoiceTitle(invoice) } }, removalId)

export function paymentNotFound(): never {
  throw new NotFound('Payment not found')
}

function invoiceNotFound(): never {
  throw new NotFound('Invoice not found')
}
