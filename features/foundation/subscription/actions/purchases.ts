import { actForAccount } from '#features/foundation/account/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import type { BillingEvent } from '#server/billing/event.ts'
import type { ProviderSubscription } from '#server/billing/subscription.ts'
import { type Context, contextFor, inTransaction, type PublicContext } from '#server/context.ts'
import { NotFound, Unavailable } from '#server/errors.ts'
import { CustomerMissing } from '#server/stripe/failures.ts'
import { type Entitlement, HANDLED_EVENTS, type Purchase } from '../contract.ts'
import * as rules from '../rules.ts'
import * as store from '../store.ts'
import { checkoutsOpenFor } from './checkout.ts'
import { CHANGING, currentEntitlement, entitlement, MAX_READINGS, notifyOnce } from './entitlement.ts'

/** Reads the subscription now, instead of waiting for an event. Another account's checkout is not found. */
export async function refresh(
  ctx: Context,
  sessionId: string | undefined,
): Promise<Entitlement & { purchase: Purchase }> {
  const customerId = await store.findCustomer(ctx.db, ctx.accountId)
  const checkout = sessionId === undefined ? undefined : await ctx.services.billing.findCheckout(sessionId)
  if (checkout && (customerId === undefined || checkout.customerId !== customerId)) throw new NotFound()
  const paid = customerId === undefined ? [] : await readProvider(ctx, customerId)
  return {
    ...(await currentEntitlement(ctx)),
    purchase: rules.purchaseOf(paid, checkout?.awaitsPayment ?? false),
  }
}

/** An event only says that something changed; the present state is read from the provider. */
export async function receiveEvent(
  base: PublicContext,
  payload: Uint8Array,
  signature: string,
): Promise<void> {
  const event = await base.services.billing.readEvent(payload, signature)
  if (!HANDLED_EVENTS.includes(event.type)) return
  const account = event.customerId && (await store.findAccountOfCustomer(base.db, event.customerId))
  const caller = account && (await actForAccount(base, account))
  // Other products may sell through the same account at the provider, which repeats what is refused.
  if (!event.customerId || !caller) return
  const ctx = contextFor(caller, base)
  if (await store.isHandled(ctx.db, ctx.accountId, event.id)) return
  await readProvider(ctx, event.customerId, event)
}

/**
 * Stores and returns the provider's present state. No lock is held meanwhile: if another result has been stored since, this
 * one may be older, so it is read again.
 */
async function readProvider(
  ctx: Context,
  customerId: string,
  event?: BillingEvent,
): Promise<ProviderSubscription[]> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const before = await store.findSubscription(ctx.db, ctx.accountId)
    if (!before) throw new Error('the account has no subscription')
    const paid = await boughtBy(ctx, customerId)
    if (await cancelSurplus(ctx, paid)) continue
    const after = rules.storedFrom(paid, before.trial_ends_at)
    const kept = await inTransaction(ctx, async (tx) => {
      if (!(await store.storeProviderState(tx.db, ctx.accountId, before.version, after))) return false
      if (event) await store.insertEvent(tx.db, ctx.accountId, event, ctx.now)
      await recordPlanChange(tx, entitlement(ctx, before), entitlement(ctx, { ...before, ...after }))
      const notice = rules.noticeOfChange(before, after)
      // The mail would say that the data stays.
      if (notice && !before.delete_at) await notifyOnce(tx, notice, after.plan_id, before.email)
      return true
    })
    if (kept) return paid
  }
  throw new Unavailable(CHANGING)
}

const boughtBy = ({ services }: Context, customerId: string): Promise<ProviderSubscription[]> =>
  services.billing.subscriptionsOf(customerId).catch((error: unknown) => {
    if (error instanceof CustomerMissing) return []
    throw error
  })

/** An account that paid twice keeps the first subscription and gets credit for the rest. */
async function cancelSurplus(ctx: Context, paid: ProviderSubscription[]): Promise<boolean> {
  const { running, surplus } = rules.runningOf(paid)
  for (const { id } of surplus) {
    await ctx.services.billing.cancelSubscription(id)
    ctx.log.warn(
      { account: ctx.accountId, canceled: id, kept: running?.id },
      'canceled a second subscription of the same account',
    )
  }
  return surplus.length > 0
}

/** Ends all of the account's subscriptions immediately, so that nothing more is charged. Idempotent. */
export async function endSubscription(ctx: Context): Promise<void> {
  const { billing } = ctx.services
  const customerId = await store.findCustomer(ctx.db, ctx.accountId)
  if (customerId === undefined || !billing.configured) return
  for (const checkout of await checkoutsOpenFor(ctx, customerId)) await billing.closeCheckout(checkout)
  for (const { id, endedAt } of await boughtBy(ctx, customerId)) {
    if (endedAt === null) await billing.cancelSubscription(id)
  }
  await readProvider(ctx, customerId)
}

async function recordPlanChange(ctx: Context, before: Entitlement, after: Entitlement): Promise<void> {
  const event = rules.planChange(before, after)
  if (event) await recordActivity(ctx, event)
}

const EVENTS_KEPT_DAYS = 90

export async function deleteOldEvents({ db, now }: PublicContext): Promise<void> {
  await store.deleteEventsBefore(db, new Date(now.getTime() - EVENTS_KEPT_DAYS * 86_400_000))
}

/** Every account that ever paid, if there is a provider to ask. */
export const findPayers = ({ db, services }: PublicContext) =>
  services.billing.configured ? store.allPayers(db) : []

/** Compares what is stored with what the provider has. */
export async function reconcile(ctx: Context): Promise<void> {
  const customerId = await store.findCustomer(ctx.db, ctx.accountId)
  if (customerId !== undefined) await readProvider(ctx, customerId)
}
