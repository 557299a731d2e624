import type { AccountId } from '#server/account-id.ts'
import type { Context, PublicContext } from '#server/context.ts'
import { NotAllowed } from '#server/errors.ts'
import { startOfMonth } from '#server/zoned-time.ts'
import type { Usage } from './contract.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

export async function startTrial({ db, now }: PublicContext, accountId: AccountId): Promise<void> {
  await store.insertTrial(db, accountId, rules.trialEnd(now))
}

export async function currentEntitlement(ctx: Context): Promise<rules.Entitlement> {
  return entitlement(ctx, await store.findSubscription(ctx.db, ctx.accountId))
}

type Found = Awaited<ReturnType<typeof store.findSubscription>>

function entitlement({ now, services }: Context, found: Found): rules.Entitlement {
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
