import { countOf } from '#core/format.ts'
import type { ActivityEvent } from '#features/foundation/activity/rules/events.ts'
import type {
  Entitlement,
  Plan,
  PlanId,
  Purchase,
  SoldPlanId,
  Subscription,
  SubscriptionStatus,
  Usage,
} from './contract.ts'

export const UNLIMITED = -1
export const TRIAL_DAYS = 14
const DAY = 86_400_000
const TRIAL_EXPIRING = 3 * DAY

const features = (...list: string[]) => JSON.stringify(list)

export const plans: Record<PlanId, Plan> = {
  free: {
    id: 'free',
    name: 'Free',
    description: 'For your first clients.',
    price_monthly: 0,
    features: features(
      '3 clients',
      '5 projects',
      '5 invoices a month',
      'Time and expense tracking',
      'Client portal',
    ),
    max_clients: 3,
    max_projects: 5,
    max_invoices_per_month: 5,
    advanced_reports: false,
  },
  starter: {
    id: 'starter',
    name: 'Starter',
    description: 'For a growing business.',
    price_monthly: 1500,
    features: features(
      '15 clients',
      '30 projects',
      '50 invoices a month',
      'Time and expense tracking',
      'Client portal',
    ),
    max_clients: 15,
    max_projects: 30,
    max_invoices_per_month: 50,
    advanced_reports: false,
  },
  professional: {
    id: 'professional',
    name: 'Professional',
    description: 'For a full workload.',
    price_monthly: 2900,
    features: features(
      'Unlimited clients',
      'Unlimited projects',
      'Unlimited invoices',
      'Advanced reports',
      'Client portal',
    ),
    max_clients: UNLIMITED,
    max_projects: UNLIMITED,
    max_invoices_per_month: UNLIMITED,
    advanced_reports: true,
  },
  admin: {
    id: 'admin',
    name: 'Admin',
    description: 'Everything, for the people who run this Daybook.',
    price_monthly: 0,
    features: features('Everything, without limits'),
    max_clients: UNLIMITED,
    max_projects: UNLIMITED,
    max_invoices_per_month: UNLIMITED,
    advanced_reports: true,
  },
}

export const plansOnSale: Plan[] = [plans.free, plans.starter, plans.professional]

const SOLD: Record<SoldPlanId, true> = { starter: true, professional: true }
export const isSold = (id: string | undefined): id is SoldPlanId =>
  id !== undefined && Object.hasOwn(SOLD, id)

/** The sold plans as products of the payment provider. */
export const offers = plansOnSale
  .filter(({ id }) => isSold(id))
  .map(({ id, name, description, price_monthly }) => ({
    planId: id,
    name,
    description,
    cents: price_monthly,
  }))

/** The currency of plan prices. */
export const PLAN_CURRENCY = 'USD'

/** The plan of every trial. */
const TRIAL_PLAN_ID = 'professional'
const TRIAL_PLAN = plans[TRIAL_PLAN_ID]

/** A subscription as stored. The entitlement is derived from it. */
export interface StoredSubscription {
  plan_id: PlanId
  status: SubscriptionStatus
  trial_ends_at: Date | null
  current_period_end: Date | null
  /** Bought during the trial: when the first payment is due. */
  billing_starts_at: Date | null
}

/**
 * The account's rights now: a pure function of the stored subscription and the clock, so it does not depend on any
 * job.
 */
export function entitlementAt(now: Date, stored: StoredSubscription, isAdmin: boolean): Entitlement {
  const trial = stored.status === 'trial'
  const ends = trial ? stored.trial_ends_at : stored.current_period_end
  const over = (trial || stored.status === 'canceled') && (ends === null || ends <= now)
  const subscription: Subscription = {
    status: over || isAdmin ? 'active' : stored.status,
    trial_ends_at: stored.trial_ends_at,
    current_period_end: over ? null : stored.current_period_end,
  }
  const plan = over ? plans.free : plans[stored.plan_id]
  const startsLater = !isAdmin && !over && isInTrial(now, stored) && isLess(plan, TRIAL_PLAN)
  return {
    plan: isAdmin ? plans.admin : startsLater ? TRIAL_PLAN : plan,
    subscription,
    isTrialExpiring: isTrialExpiring(subscription, now),
    daysLeftInTrial: daysLeftInTrial(subscription, now),
    next_plan: startsLater && stored.status === 'active' ? plan : null,
    billing_starts_at:
      subscription.status === 'active' && !over ? comingUp(now, stored.billing_starts_at) : null,
  }
}

/** Bought during a trial, which goes on until its end. */
const isInTrial = (now: Date, { status, billing_starts_at, trial_ends_at }: StoredSubscription): boolean =>
  (status === 'active' || status === 'canceled') &&
  comingUp(now, billing_starts_at) !== null &&
  comingUp(now, trial_ends_at) !== null

const comingUp = (now: Date, instant: Date | null): Date | null => (instant && instant > now ? instant : null)

const isLess = (a: Plan, b: Plan): boolean => a.price_monthly < b.price_monthly

/** True if the account has a paid plan or is an admin's; false on a trial. */
export const isPaid = ({ plan, subscription }: Entitlement): boolean =>
  plan.id !== 'free' && subscription.status !== 'trial'

/** A subscription as the payment provider has it. */
export interface PaidSubscription {
  id: string
  planId: string | undefined
  status: string
  createdAt: Date
  periodStart: Date
  periodEnd: Date
  cancelAt: Date | null
  endedAt: Date | null
  billingStartsAt: Date | null
}

/**
 * The subscription to store, derived only from the provider's state: the result is the same whichever events led here,
 * and however often. Without a subscription it is the trial, which also continues if a plan bought during it ended
 * before it.
 */
export function storedFrom(
  paid: readonly PaidSubscription[],
  trial_ends_at: Date | null,
): StoredSubscription {
  const [best] = paid.flatMap(asStored).toSorted(byWorth)
  if (!best || (best.ended && trial_ends_at && best.current_period_end < trial_ends_at)) {
    return {
      plan_id: TRIAL_PLAN_ID,
      status: 'trial',
      current_period_end: null,
      billing_starts_at: null,
      trial_ends_at,
    }
  }
  const { plan_id, status, current_period_end, billing_starts_at } = best
  return { plan_id, status, current_period_end, billing_starts_at, trial_ends_at }
}

interface Candidate {
  plan_id: PlanId
  status: SubscriptionStatus
  current_period_end: Date
  billing_starts_at: Date | null
  ended: boolean
  createdAt: Date
}

/** Without a first payment (incomplete) it is not a subscription yet. */
function asStored(paid: PaidSubscription): Candidate[] {
  const { planId: plan_id, createdAt, billingStartsAt } = paid
  if (!isSold(plan_id)) return []
  const running = { plan_id, createdAt, billing_starts_at: billingStartsAt, ended: false }
  switch (paid.status) {
    case 'active':
    case 'trialing':
      return paid.cancelAt
        ? [{ ...running, status: 'canceled', current_period_end: paid.cancelAt }]
        : [{ ...running, status: 'active', current_period_end: paid.periodEnd }]
    case 'past_due':
      return [{ ...running, status: 'past_due', current_period_end: paid.periodEnd }]
    case 'canceled':
    case 'unpaid':
    case 'paused': {
      const current_period_end = paid.endedAt ?? paid.periodStart
      return [{ ...running, status: 'canceled', current_period_end, billing_starts_at: null, ended: true }]
    }
    default:
      return []
  }
}

/** Running before ended, then the larger plan, then the later one. */
const byWorth = (a: Candidate, b: Candidate): number =>
  Number(a.ended) - Number(b.ended) ||
  (a.ended ? 0 : plans[b.plan_id].price_monthly - plans[a.plan_id].price_monthly) ||
  b.current_period_end.getTime() - a.current_period_end.getTime() ||
  b.createdAt.getTime() - a.createdAt.getTime()

/**
 * The subscription that renews until it is canceled, and so is changed rather than bought again; and surplus ones that were
 * bought by mistake. The first one stays.
 */
export function runningOf<Paid extends PaidSubscription>(
  paid: readonly Paid[],
): { running: Paid | undefined; surplus: Paid[] } {
  const [running, ...surplus] = paid
    .filter(({ planId, status }) => isSold(planId) && RUNNING.has(status))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
  return { running, surplus }
}

const RUNNING = new Set(['active', 'trialing', 'past_due'])

/** The outcome of a checkout, from the provider's state after it. */
export function purchaseOf(paid: readonly PaidSubscription[], awaitsPayment: boolean): Purchase {
  const { running } = runningOf(paid)
  if (running && running.status !== 'past_due') return 'activated'
  return awaitsPayment || paid.some(({ status }) => status === 'incomplete') ? 'processing' : 'none'
}

/**
 * The first payment for a plan bought now: at the end of the trial, so that buying early costs nothing. The provider
 * needs two days' notice, so a purchase within the last two days of a trial is charged later.
 */
export function billingStart(now: Date, trialEndsAt: Date | null, soonest: number): Date | null {
  if (!trialEndsAt || trialEndsAt <= now) return null
  return new Date(Math.max(trialEndsAt.getTime(), now.getTime() + soonest))
}

/** A mail to the freelancer, sent once for each date. */
export interface Notice {
  kind: 'trial_ending' | 'payment_failed' | 'canceled'
  about: Date
}

export function noticeOfChange(before: StoredSubscription, after: StoredSubscription): Notice | null {
  if (before.status === after.status || !after.current_period_end) return null
  if (after.status === 'past_due') return { kind: 'payment_failed', about: after.current_period_end }
  return after.status === 'canceled' ? { kind: 'canceled', about: after.current_period_end } : null
}

/** Trials that end before this are about to end. */
export const trialsEndingBefore = (now: Date): Date => new Date(now.getTime() + TRIAL_EXPIRING)

/** Null if nothing changed that the freelancer would notice. */
export function planChange(before: Entitlement, after: Entitlement): ActivityEvent | null {
  const { plan, subscription } = after
  if (after.next_plan) {
    if (before.next_plan?.id === after.next_plan.id) return null
    return { type: 'subscription.scheduled', plan: after.next_plan.name }
  }
  if (before.plan.id === plan.id && before.subscription.status === subscription.status) return null
  if (subscription.status === 'past_due') return { type: 'subscription.payment_failed', plan: plan.name }
  if (subscription.status === 'canceled') return { type: 'subscription.canceled', plan: plan.name }
  return { type: 'subscription.changed', plan: plan.name }
}

/** A plan's features are a JSON-encoded list; anything else counts as none. */
export function featuresOf({ features }: Pick<Plan, 'features'>): string[] {
  try {
    const list: unknown = JSON.parse(features)
    return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}

export type Limited = 'clients' | 'projects' | 'invoices'

export const limitOf = (plan: Plan, kind: Limited): number =>
  isAdminPlan(plan) ? UNLIMITED : plan[LIMIT_FIELDS[kind]]

const LIMIT_FIELDS = {
  clients: 'max_clients',
  projects: 'max_projects',
  invoices: 'max_invoices_per_month',
} as const satisfies Record<Limited, keyof Plan>

/** May do everything, whatever the other fields of the plan say. */
export const isAdminPlan = ({ id }: Plan): boolean => id === 'admin'

export const usedOf = (usage: Usage, kind: Limited): number =>
  ({ clients: usage.clientsCount, projects: usage.projectsCount, invoices: usage.invoicesThisMonth })[kind]

/** True if no larger plan would add anything. */
export const hasEverything = (plan: Plan): boolean =>
  canUse(plan, 'advanced_reports') && LIMITED.every((kind) => limitOf(plan, kind) === UNLIMITED)

export const LIMITED: Limited[] = ['clients', 'projects', 'invoices']

const WHAT: Record<Limited, { of(count: number): string; stays: string }> = {
  clients: { of: (count) => countOf(count, 'client'), stays: 'You have' },
  projects: { of: (count) => countOf(count, 'project'), stays: 'You have' },
  invoices: {
    of: (count) => countOf(count, 'invoice a month', 'invoices a month'),
    stays: 'This month you created',
  },
}

/** "5 projects", "1 invoice a month" */
export const limitText = (plan: Plan, kind: Limited): string => WHAT[kind].of(limitOf(plan, kind))

/** The losses by changing from one plan to another, in sentences; empty if there are none. */
export function lossesOf(from: Plan, to: Plan, usage: Usage | undefined): string[] {
  const reports =
    canUse(from, 'advanced_reports') && !canUse(to, 'advanced_reports') ? ['No advanced reports.'] : []
  const less = LIMITED.filter((kind) => isTighter(limitOf(to, kind), limitOf(from, kind)))
  return [
    ...reports,
    ...less.map((kind) => {
      const limit = limitOf(to, kind)
      const was = limitOf(from, kind)
      const used = usage ? usedOf(usage, kind) : 0
      const now = `Up to ${WHAT[kind].of(limit)}${was === UNLIMITED ? ', no longer unlimited' : ` instead of ${was}`}.`
      return used < limit ? now : `${now} ${WHAT[kind].stays} ${used}: all stay, but you cannot add more.`
    }),
  ]
}

const isTighter = (limit: number, than: number): boolean =>
  limit !== UNLIMITED && (than === UNLIMITED || limit < than)

/** Green below 80 percent, yellow from there, red at the limit. */
export const usageTone = (limit: number, used: number): 'green' | 'yellow' | 'red' =>
  limit === UNLIMITED || used * 5 < limit * 4 ? 'green' : used < limit ? 'yellow' : 'red'

export const hasRoom = (limit: number, used: number): boolean => limit === UNLIMITED || used < limit

/** With no plan loaded, creating is denied. */
export const canCreate = (plan: Plan | null | undefined, usage: Usage | undefined, kind: Limited): boolean =>
  isLoaded(plan) &&
  (limitOf(plan, kind) === UNLIMITED ||
    (usage !== undefined && hasRoom(limitOf(plan, kind), usedOf(usage, kind))))

export type Feature = 'advanced_reports' | 'projects'

/** Decided by the plan's id: one that is not known here has every feature. */
export const canUse = (plan: Plan | null | undefined, feature: Feature): boolean =>
  isLoaded(plan) && !(feature === 'advanced_reports' && ['free', 'starter'].includes(plan.id))

const isLoaded = (plan: Plan | null | undefined): plan is Plan => plan !== undefined && plan !== null

export const planThatUnlocks = (feature: Feature): Plan =>
  feature === 'advanced_reports' ? plans.professional : plans.starter

function daysLeftInTrial({ status, trial_ends_at }: Subscription, now: Date): number {
  if (status !== 'trial' || !trial_ends_at) return 0
  return Math.max(0, Math.ceil((trial_ends_at.getTime() - now.getTime()) / DAY))
}

const isTrialExpiring = ({ status, trial_ends_at }: Subscription, now: Date): boolean =>
  status === 'trial' && trial_ends_at !== null && trial_ends_at.getTime() - now.getTime() < TRIAL_EXPIRING

export const trialEnd = (now: Date): Date => new Date(now.getTime() + TRIAL_DAYS * DAY)
