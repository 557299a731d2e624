import { createHash, randomUUID } from 'node:crypto'
import { MIN_TRIAL_MILLISECONDS } from '#server/billing/billing.ts'
import type { ProviderSubscription } from '#server/billing/subscription.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound, Unavailable, ValidationError } from '#server/errors.ts'
import { CustomerMissing } from '#server/stripe/failures.ts'
import type { CheckoutInput } from '../contract.ts'
import * as rules from '../rules.ts'
import * as store from '../store.ts'
import { CHANGING, MAX_READINGS } from './entitlement.ts'

/** The provider's page to buy the plan, or to change to it from another. */
export async function openCheckout(
  ctx: Context,
  input: CheckoutInput,
  origin: string,
): Promise<string | null> {
  requireOwnAddress(origin, input, 'success_url')
  requireOwnAddress(origin, input, 'cancel_url')
  const { billing, sellsPlans } = ctx.services
  if (billing.configured && !sellsPlans) throw notForSale()
  const [price] = await billing.findPrices([input.plan_id])
  if (!price) {
    throw new Unavailable('This plan cannot be bought yet, because its price is not set up.', {
      code: 'setup_required',
      setupRequired: true,
    })
  }
  return withCustomer(ctx, async (customerId) => {
    for (let attempt = 0; attempt < MAX_READINGS; attempt++) {
      const { running } = rules.runningOf(await billing.subscriptionsOf(customerId))
      if (running) return openChange(ctx, input, customerId, running, price.priceId)
      const opened = await openOnlyCheckout(ctx, input, customerId, price.priceId)
      if (opened) return opened.url
    }
    throw new Unavailable(CHANGING)
  })
}

const notForSale = () =>
  new Unavailable('This Daybook sells no plans: every account has everything.', {
    code: 'setup_required',
    setupRequired: true,
  })

async function openChange(
  { services: { billing } }: Context,
  input: CheckoutInput,
  customerId: string,
  subscription: ProviderSubscription,
  priceId: string,
): Promise<string> {
  if (subscription.status === 'past_due' || subscription.priceId === priceId) {
    return billing.createPortalSession(customerId, input.cancel_url)
  }
  return billing.openPlanChange({
    customerId,
    subscription,
    priceId,
    doneUrl: input.success_url,
    returnUrl: input.cancel_url,
  })
}

/**
 * Opens the account's only checkout and closes earlier ones, since paying two would subscribe twice. Undefined if one of
 * them has been paid meanwhile.
 */
async function openOnlyCheckout(ctx: Context, input: CheckoutInput, customerId: string, priceId: string) {
  const { billing } = ctx.services
  const parameters = JSON.stringify([customerId, priceId, input.success_url, input.cancel_url])
  const { key, billing_starts_at } = await claimCheckout(ctx, parameters)
  const discard = () => store.deleteCheckout(ctx.db, ctx.accountId, key)
  const session = await billing
    .openCheckout({
      key,
      accountId: ctx.accountId,
      planId: input.plan_id,
      customerId,
      priceId,
      successUrl: input.success_url,
      cancelUrl: input.cancel_url,
      billingStartsAt: billing_starts_at,
    })
    .catch(async (error: unknown) => {
      // The provider would repeat this error for the same key all day.
      await discard()
      throw error
    })
  const open = await billing.openCheckoutsOf(customerId)
  // Checked after the list was read: unless another request has taken over, all other checkouts in it are older.
  if ((await store.findCheckout(ctx.db, ctx.accountId))?.key !== key) {
    await billing.closeCheckout(session.id)
    throw new Conflict('You have started another checkout. Please continue there, or try again.')
  }
  if (!open.includes(session.id)) {
    await discard()
    return undefined
  }
  const closed = await Promise.all(open.filter((id) => id !== session.id).map(billing.closeCheckout))
  return closed.every(Boolean) ? session : undefined
}

/** An hour less than the provider keeps the session and the key. */
const CHECKOUT_HOURS = 23

/** One per account: a request for the same plan shares it, one for another plan takes it over. */
async function claimCheckout(ctx: Context, parameters: string): Promise<store.StartedCheckout> {
  return inTransaction(ctx, async (tx) => {
    const subscription = await store.lockSubscription(tx.db, ctx.accountId)
    const found = await store.findCheckout(tx.db, ctx.accountId)
    if (found?.parameters === parameters && isFresh(ctx.now, found)) return found
    const started = {
      key: randomUUID(),
      parameters,
      billing_starts_at: rules.billingStart(ctx.now, subscription?.trial_ends_at ?? null, EARLIEST_BILLING),
      started_at: ctx.now,
    }
    await store.replaceCheckout(tx.db, ctx.accountId, started)
    return started
  })
}

/** Absolute, since of two concurrent requests the one that waited began earlier. */
const isFresh = (now: Date, { started_at }: store.StartedCheckout): boolean =>
  Math.abs(now.getTime() - started_at.getTime()) < CHECKOUT_HOURS * 3_600_000

/** Allows for clocks that differ, and for latency. */
const EARLIEST_BILLING = MIN_TRIAL_MILLISECONDS + 10 * 60_000

function requireOwnAddress(origin: string, input: CheckoutInput, field: 'success_url' | 'cancel_url'): void {
  if (new URL(input[field]).origin === origin) return
  throw new ValidationError({ [field]: 'Must be a URL of this Daybook' })
}

/** Runs with the account's customer at the provider, which is created again if it was deleted there. */
async function withCustomer<Result>(
  ctx: Context,
  work: (customerId: string) => Promise<Result>,
): Promise<Result> {
  const customerId = await customerOf(ctx, '')
  try {
    return await work(customerId)
  } catch (error) {
    if (!(error instanceof CustomerMissing)) throw error
    await store.deleteCustomer(ctx.db, ctx.accountId, customerId)
    return work(await customerOf(ctx, customerId))
  }
}

async function customerOf(ctx: Context, lost: string): Promise<string> {
  const payer = await store.findPayer(ctx.db, ctx.accountId)
  if (!payer) throw new NotFound()
  if (payer.customer_id !== null) return payer.customer_id
  const { email, name, created_at } = payer
  const created = await ctx.services.billing.createCustomer({
    // Concurrent requests use the same key and get the same customer; another Daybook has another key.
    key: createHash('sha256')
      .update(JSON.stringify([ctx.accountId, created_at, email, name, lost]))
      .digest('hex'),
    accountId: ctx.accountId,
    email,
    name,
  })
  await store.insertCustomer(ctx.db, ctx.accountId, created)
  return (await store.findCustomer(ctx.db, ctx.accountId)) ?? created
}

export async function openBillingPortal(ctx: Context, origin: string): Promise<string> {
  return withCustomer(ctx, (customerId) =>
    ctx.services.billing.createPortalSession(customerId, `${origin}/subscription/manage`),
  )
}

export const checkoutsOpenFor = ({ services }: Context, customerId: string): Promise<string[]> =>
  services.billing.openCheckoutsOf(customerId).catch((error: unknown) => {
    if (error instanceof CustomerMissing) return []
    throw error
  })
