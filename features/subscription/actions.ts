import { createHash } from 'node:crypto'
import { recordActivity } from '#features/activity/actions.ts'
import type { AccountId } from '#server/account-id.ts'
import { type Context, contextFor, inTransaction, type PublicContext } from '#server/context.ts'
import { BadFields, Conflict, NotAllowed, NotFound, Unavailable } from '#server/errors.ts'
import { MailAddress } from '#server/mail/mail.ts'
import { queueMail } from '#server/mail/queue.ts'
import { CustomerMissing } from '#server/payments/failures.ts'
import type { PaymentEvent } from '#server/payments/payments.ts'
import { startOfMonth } from '#server/zoned-time.ts'
import {
  type CheckoutInput,
  type Entitlement,
  HANDLED_EVENTS,
  type PlanId,
  type Product,
  SoldPlanId,
  type Usage,
} from './contract.ts'
import { noticeMail } from './document.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

export async function startTrial({ db, now }: PublicContext, accountId: AccountId): Promise<void> {
  await store.insertTrial(db, accountId, rules.trialEnd(now))
}

export async function currentEntitlement(ctx: Context): Promise<Entitlement> {
  const found = await store.findSubscription(ctx.db, ctx.accountId)
  return { ...entitlement(ctx, found), has_billing: typeof found?.customerId === 'string' }
}

type Found = Awaited<ReturnType<typeof store.findSubscription>>

function entitlement({ now, services }: Context, found: Found): rules.EntitlementAt {
  if (!found) throw new Error('an account has no subscription')
  const isAdmin = found.emailVerified && services.adminEmails.includes(found.email.toLowerCase())
  return rules.entitlementAt(now, found, isAdmin)
}

export async function currentUsage(ctx: Context): Promise<Usage> {
  return store.countUsage(ctx.db, ctx.accountId, startOfMonth(ctx.today, ctx.timeZone))
}

const NOUN: Record<rules.Limited, { title: string; plural: string }> = {
  clients: { title: 'Client', plural: 'clients' },
  projects: { title: 'Project', plural: 'projects' },
  invoices: { title: 'Invoice', plural: 'invoices a month' },
}

/**
 * Refuses to create beyond the plan. Call it in the transaction that creates: it holds a lock until that ends,
 * so that of fifty creations at once exactly the allowed number succeeds.
 */
export async function requireRoomFor(ctx: Context, kind: rules.Limited): Promise<void> {
  const { plan } = entitlement(ctx, await store.lockSubscription(ctx.db, ctx.accountId))
  const limit = rules.limitOf(plan, kind)
  if (limit === rules.UNLIMITED) return
  if (rules.hasRoom(limit, rules.usedOf(await currentUsage(ctx), kind))) return
  const { title, plural } = NOUN[kind]
  throw new NotAllowed(
    `${title} limit reached`,
    `Your ${plan.name} plan has room for ${limit} ${plural}. Upgrade your plan to add more.`,
  )
}

export async function requireFeature(ctx: Context, feature: rules.Feature): Promise<void> {
  const { plan } = await currentEntitlement(ctx)
  if (rules.canUse(plan, feature)) return
  throw new NotAllowed(
    'Your plan does not include this',
    `Upgrade to the ${rules.planThatUnlocks(feature).name} plan to use it.`,
  )
}

/** The provider's page on which she buys the plan, or changes to it if she has one already. */
export async function openCheckout(
  ctx: Context,
  input: CheckoutInput,
  origin: string,
): Promise<string | null> {
  requireOwnAddress(origin, input, 'success_url')
  requireOwnAddress(origin, input, 'cancel_url')
  const { payments } = ctx.services
  const [price] = await payments.findPrices([input.plan_id])
  if (!price) {
    throw new Unavailable('This plan cannot be bought yet, because its price is not set up.', {
      setupRequired: true,
    })
  }
  return withCustomer(ctx, async (customerId) => {
    const running = (await payments.subscriptionsOf(customerId)).find(rules.isRunning)
    if (!running) {
      return payments.openCheckout({
        accountId: ctx.accountId,
        planId: input.plan_id,
        customerId,
        priceId: price.priceId,
        successUrl: input.success_url,
        cancelUrl: input.cancel_url,
      })
    }
    if (running.status === 'past_due' || running.priceId === price.priceId) {
      return payments.openPortal(customerId, input.cancel_url)
    }
    return payments.openPlanChange({
      customerId,
      subscription: running,
      priceId: price.priceId,
      doneUrl: input.success_url,
      returnUrl: input.cancel_url,
    })
  })
}

function requireOwnAddress(origin: string, input: CheckoutInput, field: 'success_url' | 'cancel_url'): void {
  if (new URL(input[field]).origin === origin) return
  throw new BadFields({ [field]: 'Must be an address of this Daybook' })
}

/** Works with the one customer that this account is at the provider; somebody may have deleted it there. */
async function withCustomer<Result>(
  ctx: Context,
  work: (customerId: string) => Promise<Result>,
): Promise<Result> {
  const customerId = await customerOf(ctx, '')
  try {
    return await work(customerId)
  } catch (error) {
    if (!(error instanceof CustomerMissing)) throw error
    await store.forgetCustomer(ctx.db, ctx.accountId, customerId)
    return work(await customerOf(ctx, customerId))
  }
}

async function customerOf(ctx: Context, lost: string): Promise<string> {
  const payer = await store.findPayer(ctx.db, ctx.accountId)
  if (!payer) throw new NotFound()
  if (payer.customerId !== null) return payer.customerId
  const { email, name, createdAt } = payer
  const created = await ctx.services.payments.createCustomer({
    // Two at once ask with the same key and get the same customer; another Daybook has another key.
    key: createHash('sha256')
      .update(JSON.stringify([ctx.accountId, createdAt, email, name, lost]))
      .digest('hex'),
    accountId: ctx.accountId,
    email,
    name,
  })
  await store.keepCustomer(ctx.db, ctx.accountId, created)
  return (await store.findCustomer(ctx.db, ctx.accountId)) ?? created
}

export async function openBillingPortal(ctx: Context, origin: string): Promise<string> {
  const customerId = await store.findCustomer(ctx.db, ctx.accountId)
  if (customerId === undefined) {
    throw new Conflict('There is no billing to manage yet', 'Choose a plan first.')
  }
  return ctx.services.payments.openPortal(customerId, `${origin}/subscription/manage`)
}

/** Asks the provider now, instead of waiting to be told. A checkout of somebody else is not there. */
export async function refresh(ctx: Context, sessionId: string | undefined): Promise<Entitlement> {
  const customerId = await store.findCustomer(ctx.db, ctx.accountId)
  if (sessionId !== undefined) {
    const payer = await ctx.services.payments.customerOfCheckout(sessionId)
    if (customerId === undefined || payer !== customerId) throw new NotFound()
  }
  if (customerId !== undefined) await readProvider(ctx, customerId)
  return currentEntitlement(ctx)
}

/** An event says only that something changed; what it is now, the provider is asked. */
export async function receiveEvent(
  base: PublicContext,
  payload: Uint8Array,
  signature: string,
): Promise<void> {
  const event = await base.services.payments.readEvent(payload, signature)
  if (!HANDLED_EVENTS.includes(event.type)) return
  const found = event.customerId && (await store.findAccountOfCustomer(base.db, event.customerId))
  if (!event.customerId || !found) throw new NotFound('Nobody here is this customer')
  const ctx = contextFor({ ...found, actor: { type: 'system' } }, base)
  if (await store.isHandled(ctx.db, ctx.accountId, event.id)) return
  await readProvider(ctx, event.customerId, event)
}

const MOST_READINGS = 20

/**
 * Keeps what the provider has now. If another reading was kept in the meantime, this one may be the older of
 * the two, and so it is read again: no lock is held while the provider is asked.
 */
async function readProvider(ctx: Context, customerId: string, event?: PaymentEvent): Promise<void> {
  for (let reading = 0; reading < MOST_READINGS; reading++) {
    const before = await store.findSubscription(ctx.db, ctx.accountId)
    if (!before) throw new Error('an account has no subscription')
    const paid = await ctx.services.payments.subscriptionsOf(customerId)
    const after = rules.storedFrom(paid, before.trialEndsAt)
    const kept = await inTransaction(ctx, async (tx) => {
      if (!(await store.keepReading(tx.db, ctx.accountId, before.version, after))) return false
      if (event) await store.insertEvent(tx.db, ctx.accountId, event, ctx.now)
      await recordPlanChange(tx, entitlement(ctx, before), entitlement(ctx, { ...before, ...after }))
      const notice = rules.noticeOfChange(before, after)
      if (notice) await tellOnce(tx, notice, after.planId, before.email)
      return true
    })
    if (kept) return
  }
  throw new Unavailable('Your subscription is changing right now. Please try again.')
}

async function recordPlanChange(
  ctx: Context,
  before: rules.EntitlementAt,
  after: rules.EntitlementAt,
): Promise<void> {
  const sentence = rules.changeInWords(before, after)
  if (sentence) await recordActivity(ctx, 'other', 'Subscription changed', sentence)
}

async function tellOnce(ctx: Context, notice: rules.Notice, planId: PlanId, email: string): Promise<void> {
  if (!(await store.insertNotice(ctx.db, ctx.accountId, notice, ctx.now))) return
  if (!MailAddress.safeParse(email).success) return
  const { timeZone, services } = ctx
  const reader = { email, timeZone, publicUrl: services.publicUrl }
  await queueMail(ctx, noticeMail(notice, rules.plans[planId].name, reader))
}

export async function remindOfTrialEnds(base: PublicContext): Promise<void> {
  const ending = await store.findTrialsEnding(base.db, base.now, rules.trialsEndingBefore(base.now))
  for (const { accountId, timeZone, email, trialEndsAt } of ending) {
    const ctx = contextFor({ accountId, timeZone, actor: { type: 'system' } }, base)
    await tellOnce(ctx, { kind: 'trial_ending', about: trialEndsAt }, 'professional', email)
  }
}

const EVENTS_KEPT_DAYS = 90

/** Compares what is stored with what the provider has, for everybody who ever paid. */
export async function reconcile(base: PublicContext): Promise<void> {
  if (!base.services.payments.configured) return
  await store.deleteEventsBefore(base.db, new Date(base.now.getTime() - EVENTS_KEPT_DAYS * 86_400_000))
  let failed: unknown
  for await (const { customerId, ...account } of store.allPayers(base.db)) {
    const ctx = contextFor({ ...account, actor: { type: 'system' } }, base)
    await readProvider(ctx, customerId).catch((error: unknown) => {
      base.log.warn({ err: error, account: account.accountId }, 'a subscription was not reconciled')
      failed = error
    })
  }
  if (failed) throw failed
}

export async function findProducts(ctx: Context) {
  const { payments } = ctx.services
  const prices = payments.configured ? await payments.findPrices(SoldPlanId.options) : []
  return {
    products: prices.map(asProduct),
    keys_configured: payments.configured,
    may_create: await maySetUp(ctx),
  }
}

export async function createProducts(ctx: Context): Promise<Product[]> {
  if (!(await maySetUp(ctx))) {
    throw new NotAllowed(
      'Only an admin can create the products',
      'Name your e-mail address in ADMIN_EMAILS, and restart Daybook.',
    )
  }
  const prices = await ctx.services.payments.createPrices(
    rules.soldPlans.map(({ id, name, description, price_monthly }) => ({
      planId: id,
      name,
      description,
      cents: price_monthly,
    })),
  )
  return prices.map(asProduct)
}

const maySetUp = async (ctx: Context): Promise<boolean> =>
  ctx.services.payments.anyoneMaySetUp || (await currentEntitlement(ctx)).plan.id === 'admin'

const asProduct = (price: { planId: string; name: string; cents: number; priceId: string }): Product => ({
  plan_id: SoldPlanId.parse(price.planId),
  name: price.name,
  price: price.cents,
  stripe_price_id: price.priceId,
})
