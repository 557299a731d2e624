import { createHash, randomUUID } from 'node:crypto'
import type { ErrorCode } from '#core/errors.ts'
import { MailAddress } from '#core/schemas.ts'
import { actForAccount } from '#features/foundation/account/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { MIN_TRIAL_MILLISECONDS } from '#server/billing/billing.ts'
import type { BillingEvent } from '#server/billing/event.ts'
import type { ProviderSubscription } from '#server/billing/subscription.ts'
import { startOfMonth } from '#server/config/zoned-time.ts'
import { type Context, contextFor, inTransaction, type PublicContext } from '#server/context.ts'
import { Conflict, Forbidden, NotFound, Unavailable, ValidationError } from '#server/errors.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Person } from '#server/identity/identity.ts'
import { queueMail } from '#server/mail/queue.ts'
import { CustomerMissing } from '#server/stripe/failures.ts'
import {
  type CheckoutInput,
  type Entitlement,
  HANDLED_EVENTS,
  type Plan,
  type PlanId,
  type Product,
  type Purchase,
  SoldPlanId,
  type Usage,
} from './contract.ts'
import { noticeMail } from './document.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

/** An identity whose account was deleted begins on the Free plan. */
export async function startTrial(
  ctx: PublicContext,
  accountId: AccountId,
  identity: Identity,
): Promise<void> {
  const isUsed = await store.isTrialUsed(ctx.db, trialHashes(ctx, identity))
  await store.insertTrial(ctx.db, accountId, isUsed ? ctx.now : rules.trialEnd(ctx.now))
}

/** Call it in the transaction that deletes the identity. */
export const rememberUsedTrial = (tx: PublicContext, identity: Identity): Promise<void> =>
  store.insertUsedTrial(tx.db, trialHashes(tx, identity)[0])

type Identity = Pick<Person, 'issuer' | 'subject'>

const trialHashes = ({ services }: PublicContext, { issuer, subject }: Identity) =>
  services.encryptionFor('used trials').hashes(JSON.stringify([issuer, subject]))

export async function currentEntitlement(ctx: Context): Promise<Entitlement> {
  return entitlement(ctx, await store.findSubscription(ctx.db, ctx.accountId))
}

type Found = Awaited<ReturnType<typeof store.findSubscription>>

function entitlement({ now, services }: Context, found: Found): Entitlement {
  if (!found) throw new Error('the account has no subscription')
  return rules.entitlementAt(now, found, isAdmin(services, found))
}

/** The same, with a lock on the account's limits until the transaction ends. */
export async function lockEntitlement(tx: Context): Promise<Entitlement> {
  return entitlement(tx, await store.lockSubscription(tx.db, tx.accountId))
}

const isAdmin = (
  { adminEmails }: Context['services'],
  { email, email_verified }: { email: string; email_verified: boolean },
): boolean => email_verified && adminEmails.includes(email.toLowerCase())

export async function currentUsage(ctx: Context): Promise<Usage> {
  return store.countUsage(ctx.db, ctx.accountId, startOfMonth(ctx.today, ctx.timeZone))
}

const LIMIT_REACHED: Record<rules.Limited, { error: string; code: ErrorCode }> = {
  clients: { error: 'Client limit reached', code: 'client_limit_reached' },
  projects: { error: 'Project limit reached', code: 'project_limit_reached' },
  invoices: { error: 'Invoice limit reached', code: 'invoice_limit_reached' },
}

/**
 * Refuses to create more than the plan allows. Call it in the transaction that creates: it holds a lock until that ends, so
 * that of fifty simultaneous creations exactly the allowed number succeeds.
 */
export async function requireWithinLimit(ctx: Context, kind: rules.Limited, count = 1): Promise<void> {
  const { plan } = await lockEntitlement(ctx)
  const limit = rules.limitOf(plan, kind)
  if (limit === rules.UNLIMITED) return
  const used = rules.usedOf(await currentUsage(ctx), kind) + count - 1
  if (!rules.hasRoom(limit, used)) throw limitReached(plan, kind)
}

/**
 * The same for a change that may or may not add to what the plan counts, such as restoring a project that may be cancelled:
 * refuses it if it does, and exceeds the limit.
 */
export async function withinLimit(
  tx: Context,
  kind: rules.Limited,
  change: () => Promise<void>,
): Promise<void> {
  const { plan } = await lockEntitlement(tx)
  const limit = rules.limitOf(plan, kind)
  const before = rules.usedOf(await currentUsage(tx), kind)
  await change()
  const after = rules.usedOf(await currentUsage(tx), kind)
  if (after > before && !rules.hasRoom(limit, before)) throw limitReached(plan, kind)
}

export function limitReached(
  plan: Plan,
  kind: rules.Limited,
  details = `Your ${plan.name} plan allows ${rules.limitText(plan, kind)}. Upgrade your plan to add more.`,
): Forbidden {
  const { error, code } = LIMIT_REACHED[kind]
  return new Forbidden(error, { code, limit: rules.limitOf(plan, kind), details })
}

/** How many more the plan allows. */
export async function roomInPlan(ctx: Context, kind: rules.Limited): Promise<{ room: number; plan: Plan }> {
  const { plan } = await currentEntitlement(ctx)
  const limit = rules.limitOf(plan, kind)
  if (limit === rules.UNLIMITED) return { room: Number.POSITIVE_INFINITY, plan }
  return { room: Math.max(0, limit - rules.usedOf(await currentUsage(ctx), kind)), plan }
}

export async function requireFeature(ctx: Context, feature: rules.Feature): Promise<void> {
  const { plan } = await currentEntitlement(ctx)
  if (rules.canUse(plan, feature)) return
  throw new Forbidden('Your plan does not include this', {
    code: 'plan_required',
    details: `Upgrade to the ${rules.planThatUnlocks(feature).name} plan to use it.`,
  })
}

/** The provider's page to buy the plan, or to change to it from another. */
export async function openCheckout(
  ctx: Context,
  input: CheckoutInput,
  origin: string,
): Promise<string | null> {
  requireOwnAddress(origin, input, 'success_url')
  requireOwnAddress(origin, input, 'cancel_url')
  const { billing } = ctx.services
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

const MAX_READINGS = 20
const CHANGING = 'Your subscription is changing right now. Please try again.'

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

const checkoutsOpenFor = ({ services }: Context, customerId: string): Promise<string[]> =>
  services.billing.openCheckoutsOf(customerId).catch((error: unknown) => {
    if (error instanceof CustomerMissing) return []
    throw error
  })

async function recordPlanChange(ctx: Context, before: Entitlement, after: Entitlement): Promise<void> {
  const event = rules.planChange(before, after)
  if (event) await recordActivity(ctx, event)
}

async function notifyOnce(ctx: Context, notice: rules.Notice, planId: PlanId, email: string): Promise<void> {
  if (!(await store.insertNotice(ctx.db, ctx.accountId, notice, ctx.now))) return
  if (!MailAddress.safeParse(email).success) return
  const { timeZone, services } = ctx
  const reader = { email, timeZone, publicUrl: services.publicUrl }
  await queueMail(ctx, noticeMail(notice, rules.plans[planId].name, reader))
}

export const findTrialsEnding = ({ db, now }: PublicContext) =>
  store.findTrialsEnding(db, now, rules.trialsEndingBefore(now))

export async function remindOfTrialEnd(tx: Context): Promise<void> {
  const { db, accountId, now, services } = tx
  const found = await store.findTrialEnding(db, accountId, now, rules.trialsEndingBefore(now))
  if (!found || isAdmin(services, found)) return
  await notifyOnce(tx, { kind: 'trial_ending', about: found.trial_ends_at }, 'professional', found.email)
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

export async function findProducts(ctx: Context) {
  const { billing } = ctx.services
  const prices = billing.configured ? await billing.findPrices(SoldPlanId.options) : []
  return {
    products: prices.map(asProduct),
    keys_configured: billing.configured,
    may_create: await maySetUp(ctx),
  }
}

export async function createProducts(ctx: Context): Promise<Product[]> {
  if (!(await maySetUp(ctx))) {
    throw new Forbidden('Only an admin can create the products', {
      details: 'Add your email address to ADMIN_EMAILS and restart Daybook.',
    })
  }
  const prices = await ctx.services.billing.createPrices(rules.offers)
  return prices.map(asProduct)
}

const maySetUp = async (ctx: Context): Promise<boolean> =>
  ctx.services.billing.anyoneMaySetUp || (await currentEntitlement(ctx)).plan.id === 'admin'

const asProduct = (price: { planId: string; name: string; cents: number; priceId: string }): Product => ({
  plan_id: SoldPlanId.parse(price.planId),
  name: price.name,
  price: price.cents,
  stripe_price_id: price.priceId,
})
