import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Context, PublicContext } from '#server/context.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import { AccountDisconnected } from '#server/payments/payments.ts'
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

/** Closes the open checkout of an invoice that asks for something else now. At the provider, a job does so. */
export async function closeCheckouts(tx: Context, invoiceId: number | 'all'): Promise<void> {
  for (const { id } of await store.startClosing(tx.db, tx.accountId, invoiceId)) {
    await enqueue(tx, closeSession, { checkout_id: id })
  }
}

/** Closes the open checkout of a changed invoice. */
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

export const findAccountsToFollow = ({ db, services, now }: PublicContext) =>
  services.payments.configured ? store.findAccountsToFollow(db, now) : []
