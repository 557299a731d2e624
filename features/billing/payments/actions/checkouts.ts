import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Context, PublicContext } from '#server/context.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import { AccountDisconnected } from '#server/payments/payments.ts'
import type { CheckoutState } from '../rules/connection.ts'
import * as store from '../store/checkouts.ts'
import { findConnected } from '../store/connection.ts'

export type Checkout = store.Checkout

/** The account at the provider that clients can pay into now. */
export async function findPayee(ctx: Context): Promise<string | undefined> {
  if (!ctx.services.payments.configured) return undefined
  const found = await findConnected(ctx.db, ctx.accountId)
  return found?.charges_enabled ? found.provider_account_id : undefined
}

interface Wanted {
  invoiceId: number
  providerAccountId: string
  amount: MinorUnits
  currency: Currency
  page: string
  clientEmail: string | null
}

/** The provider keeps a session and its idempotency key for a day. */
const CHECKOUT_HOURS = 23
const HOUR_MILLISECONDS = 3_600_000

/** The one open checkout of a locked invoice. One that asks for something else, or is about to expire, is replaced. */
export async function claimCheckout(tx: Context, wanted: Wanted): Promise<Checkout> {
  const { db, accountId, now } = tx
  const { invoiceId, providerAccountId, amount, currency } = wanted
  const parameters = createHash('sha256')
    .update(JSON.stringify([wanted.page, wanted.clientEmail ?? '']))
    .digest('hex')
  const [open] = await store.listCheckouts(db, accountId, invoiceId, ['open'])
  const isSame =
    open?.provider_account_id === providerAccountId &&
    open.amount === amount &&
    open.currency === currency &&
    open.parameters === parameters
  if (open && isSame && open.expires_at.getTime() - now.getTime() > HOUR_MILLISECONDS) return open
  if (open) await closeCheckouts(tx, invoiceId)
  return store.insertCheckout(db, {
    account_id: accountId,
    invoice_id: invoiceId,
    provider_account_id: providerAccountId,
    key: randomUUID(),
    parameters,
    amount,
    currency,
    state: 'open',
    created_at: now,
    expires_at: new Date(now.getTime() + CHECKOUT_HOURS * HOUR_MILLISECONDS),
  })
}

/** Keeps the session that the provider opened. False if the checkout is no longer wanted. */
export const keepSession = ({ db, accountId }: Context, id: number, sessionId: string): Promise<boolean> =>
  store.keepSession(db, accountId, id, sessionId)

/** Closes the open checkout of an invoice that asks for something else now. At the provider, a job does so. */
export async function closeCheckouts(tx: Context, invoiceId: number | 'all'): Promise<void> {
  for (const { id } of await store.startClosing(tx.db, tx.accountId, invoiceId)) {
    await enqueue(tx, closeSession, { checkout_id: id })
  }
}

/** The same after a change that leaves no need to look if there is none. */
export async function closeCheckout(
  tx: Context,
  invoice: { id: number; has_open_checkout: boolean },
): Promise<void> {
  if (invoice.has_open_checkout) await closeCheckouts(tx, invoice.id)
}

/** A session that was paid meanwhile stays closing until its payment is read. */
export const closeSession = defineJob({
  name: 'close-checkout-session',
  data: z.object({ checkout_id: z.int() }),
  external: true,
  run: async (ctx, { checkout_id }) => {
    const checkout = await store.findCheckout(ctx.db, ctx.accountId, checkout_id)
    if (checkout?.state === 'closing') await closeAtProvider(ctx, checkout)
  },
})

/**
 * Closes the sessions of an invoice that are no longer wanted without waiting for their jobs, so that a client who gets
 * another page cannot pay twice. Returns those that were completed before.
 */
export async function closeEarlierSessions(ctx: Context, invoiceId: number): Promise<Checkout[]> {
  const completed: Checkout[] = []
  for (const checkout of await store.listCheckouts(ctx.db, ctx.accountId, invoiceId, ['closing'])) {
    if (!(await closeAtProvider(ctx, checkout))) completed.push(checkout)
  }
  return completed
}

/** False if it was completed before. */
async function closeAtProvider(ctx: Context, checkout: Checkout): Promise<boolean> {
  if ((await endSession(ctx, checkout)) !== 'expired') return false
  await store.close(ctx.db, ctx.accountId, checkout.id)
  return true
}

async function endSession(ctx: Context, { provider_account_id, session_id }: Checkout) {
  if (session_id === null) return 'expired'
  try {
    return await ctx.services.payments.closeCheckout(provider_account_id, session_id)
  } catch (error) {
    if (error instanceof AccountDisconnected) return 'expired'
    throw error
  }
}

/** Over without a payment. */
export const discardCheckout = ({ db, accountId }: Context, id: number): Promise<void> =>
  store.close(db, accountId, id)

export const findCheckoutByKey = ({ db, accountId }: Context, key: string): Promise<Checkout | undefined> =>
  store.findCheckoutByKey(db, accountId, key)

export const findCheckoutOfPayment = (
  { db, accountId }: Context,
  providerPaymentId: string,
): Promise<Checkout | undefined> => store.findCheckoutOfPayment(db, accountId, providerPaymentId)

export const findLatestCheckout = (
  { db, accountId }: Context,
  invoiceId: number,
): Promise<Checkout | undefined> => store.findLatestCheckout(db, accountId, invoiceId)

/** Stores what was read of its payment. False if another reading was stored since this one began. */
export const keepReading = (
  { db, accountId, now }: Context,
  checkout: Checkout,
  reading: { state: CheckoutState; provider_payment_id: string },
): Promise<boolean> => {
  const tomorrow = new Date(now.getTime() + DAY_MILLISECONDS)
  const isRecent = checkout.created_at > oldestToReadAgain(now)
  const read_again_at = reading.state === 'paid' && isRecent ? (checkout.read_again_at ?? tomorrow) : null
  return store.keepReading(db, accountId, checkout, { ...reading, read_again_at })
}

export const listUnfinishedCheckouts = ({ db, accountId }: Context): Promise<Checkout[]> =>
  store.listUnfinished(db, accountId)

const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS
/** Refunds and disputes come later only in rare cases, and then by an event. */
const READ_AGAIN_DAYS = 180

const oldestToReadAgain = (now: Date) => new Date(now.getTime() - READ_AGAIN_DAYS * DAY_MILLISECONDS)

/** Payments to be read once more, in case the event about a refund or dispute never arrived: each once a day. */
export const listCheckoutsToReadAgain = ({ db, accountId, now }: Context): Promise<Checkout[]> =>
  store.listToReadAgain(db, accountId, now)

/** After it was read again. */
export function postponeReading({ db, accountId, now }: Context, checkout: Checkout): Promise<void> {
  const tomorrow = new Date(now.getTime() + DAY_MILLISECONDS)
  const isRecent = checkout.created_at > oldestToReadAgain(now)
  return store.setReadAgain(db, accountId, checkout.id, isRecent ? tomorrow : null)
}

export const findAccountsToFollow = ({ db, services, now }: PublicContext) =>
  services.payments.configured ? store.findAccountsToFollow(db, now) : []
