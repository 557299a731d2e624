import type { ErrorCode } from '#core/errors.ts'
import { MailAddress } from '#core/schemas.ts'
import { emailIdentity } from '#features/foundation/account/rules.ts'
import { startOfMonth } from '#server/config/zoned-time.ts'
import type { Context, PublicContext } from '#server/context.ts'
import { Forbidden } from '#server/errors.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Person } from '#server/identity/identity.ts'
import { queueMail } from '#server/mail/queue.ts'
import type { Entitlement, Plan, PlanId, Usage } from '../contract.ts'
import { noticeMail } from '../document.ts'
import * as rules from '../rules.ts'
import * as store from '../store.ts'

/** An identity or verified address whose account was deleted begins on the Free plan. */
export async function startTrial(
  ctx: PublicContext,
  accountId: AccountId,
  person: Identity & Partial<Pick<Person, 'email' | 'emailVerified'>>,
): Promise<void> {
  const address = person.emailVerified && person.email ? [emailIdentity(person.email)] : []
  const hashes = [person, ...address].flatMap((identity) => trialHashes(ctx, identity))
  const isUsed = await store.isTrialUsed(ctx.db, hashes)
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

/** The limits that other accounts have, for an admin. */
export async function entitlementsOf(
  ctx: Context,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, Entitlement>> {
  if (accountIds.length === 0) return new Map()
  const found = await store.findSubscriptionsOf(ctx.db, accountIds)
  return new Map(found.map((one) => [one.account_id, entitlement(ctx, one)]))
}

type Found = Awaited<ReturnType<typeof store.findSubscription>>

export function entitlement({ now, services }: Context, found: Found): Entitlement {
  if (!found) throw new Error('the account has no subscription')
  const admin = isAdmin(services, found)
  return services.sellsPlans || admin ? rules.entitlementAt(now, found, admin) : EVERYTHING
}

/** For every account where no plans are sold. */
const EVERYTHING: Entitlement = {
  plan: { ...rules.plans.professional, price_monthly: 0 },
  subscription: { status: 'active', trial_ends_at: null, current_period_end: null },
  isTrialExpiring: false,
  daysLeftInTrial: 0,
  next_plan: null,
  billing_starts_at: null,
}

/** The entitlement, with a lock on the account's limits until the transaction ends. */
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
 * Refuses a change that adds to what the plan counts if it exceeds the limit. Some changes add only at times: restoring a
 * project counts unless it is cancelled.
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

/** The number of records that the plan still allows. */
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

export const MAX_READINGS = 20

export const CHANGING = 'Your subscription is changing right now. Please try again.'

export async function notifyOnce(
  ctx: Context,
  notice: rules.Notice,
  planId: PlanId,
  email: string,
): Promise<void> {
  if (!(await store.insertNotice(ctx.db, ctx.accountId, notice, ctx.now))) return
  if (!MailAddress.safeParse(email).success) return
  const { timeZone, services } = ctx
  const reader = { email, timeZone, publicUrl: services.publicUrl }
  await queueMail(ctx, noticeMail(notice, rules.plans[planId].name, reader))
}

export const findTrialsEnding = ({ db, now, services }: PublicContext) =>
  services.sellsPlans ? store.findTrialsEnding(db, now, rules.trialsEndingBefore(now)) : []

export async function remindOfTrialEnd(tx: Context): Promise<void> {
  const { db, accountId, now, services } = tx
  const found = await store.findTrialEnding(db, accountId, now, rules.trialsEndingBefore(now))
  if (!found || !services.sellsPlans || isAdmin(services, found)) return
  await notifyOnce(tx, { kind: 'trial_ending', about: found.trial_ends_at }, 'professional', found.email)
}
