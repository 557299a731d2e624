import {
  type Entitlement,
  type Plan,
  type PlanId,
  SoldPlanId,
  type Subscription,
  type SubscriptionStatus,
  type Usage,
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
    description: 'For the first clients.',
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
    description: 'For a business that is under way.',
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
    description: 'For a full book of work.',
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
    description: 'Everything, for those who run this Daybook.',
    price_monthly: 0,
    features: features('Everything, without limits'),
    max_clients: UNLIMITED,
    max_projects: UNLIMITED,
    max_invoices_per_month: UNLIMITED,
    advanced_reports: true,
  },
}

export const plansOnSale: Plan[] = [plans.free, plans.starter, plans.professional]
export const soldPlans: Plan[] = SoldPlanId.options.map((id) => plans[id])

/** What is stored of a subscription; what it is worth now is derived. */
export interface StoredSubscription {
  planId: PlanId
  status: SubscriptionStatus
  trialEndsAt: Date | null
  currentPeriodEnd: Date | null
}

/** What follows from it at a moment. */
export type EntitlementAt = Omit<Entitlement, 'has_billing'>

/**
 * What the account may do now: a pure function of what is stored and the clock, so that no missed job can give
 * away or withhold anything.
 */
export function entitlementAt(now: Date, stored: StoredSubscription, isAdmin: boolean): EntitlementAt {
  const trial = stored.status === 'trial'
  const ends = trial ? stored.trialEndsAt : stored.currentPeriodEnd
  const over = (trial || stored.status === 'canceled') && (ends === null || ends <= now)
  const subscription: Subscription = {
    status: over || isAdmin ? 'active' : stored.status,
    trial_ends_at: stored.trialEndsAt,
    current_period_end: over ? null : stored.currentPeriodEnd,
  }
  return {
    plan: isAdmin ? plans.admin : over ? plans.free : plans[stored.planId],
    subscription,
    isTrialExpiring: isTrialExpiring(subscription, now),
    daysLeftInTrial: daysLeftInTrial(subscription, now),
  }
}

/** A subscription as the payment provider has it. */
export interface PaidSubscription {
  planId: string | undefined
  status: string
  createdAt: Date
  periodStart: Date
  periodEnd: Date
  cancelAt: Date | null
  endedAt: Date | null
}

/**
 * What is stored, from nothing but what the provider has: whichever event led here, and however often, the
 * result is the same. Without any subscription it is what it was before one: the trial.
 */
export function storedFrom(paid: readonly PaidSubscription[], trialEndsAt: Date | null): StoredSubscription {
  const [best] = paid.flatMap(asStored).toSorted(byWorth)
  return best
    ? { planId: best.planId, status: best.status, currentPeriodEnd: best.currentPeriodEnd, trialEndsAt }
    : { planId: 'professional', status: 'trial', currentPeriodEnd: null, trialEndsAt }
}

interface Candidate {
  planId: PlanId
  status: SubscriptionStatus
  currentPeriodEnd: Date
  ended: boolean
  createdAt: Date
}

/** A first payment that was never made (incomplete) is no subscription yet. */
function asStored(paid: PaidSubscription): Candidate[] {
  const { data: planId } = SoldPlanId.safeParse(paid.planId)
  if (!planId) return []
  const { createdAt } = paid
  switch (paid.status) {
    case 'active':
    case 'trialing':
      return paid.cancelAt
        ? [{ planId, status: 'canceled', currentPeriodEnd: paid.cancelAt, ended: false, createdAt }]
        : [{ planId, status: 'active', currentPeriodEnd: paid.periodEnd, ended: false, createdAt }]
    case 'past_due':
      return [{ planId, status: 'past_due', currentPeriodEnd: paid.periodEnd, ended: false, createdAt }]
    case 'canceled':
    case 'unpaid':
    case 'paused': {
      const currentPeriodEnd = paid.endedAt ?? paid.periodStart
      return [{ planId, status: 'canceled', currentPeriodEnd, ended: true, createdAt }]
    }
    default:
      return []
  }
}

/** Running before ended, then the larger plan, then the later one. */
const byWorth = (a: Candidate, b: Candidate): number =>
  Number(a.ended) - Number(b.ended) ||
  (a.ended ? 0 : plans[b.planId].price_monthly - plans[a.planId].price_monthly) ||
  b.currentPeriodEnd.getTime() - a.currentPeriodEnd.getTime() ||
  b.createdAt.getTime() - a.createdAt.getTime()

/** The subscription that goes on until somebody ends it, and so is changed rather than bought again. */
export const isRunning = ({ status }: Pick<PaidSubscription, 'status'>): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due'

/** What she is told by mail, once for each date that it is about. */
export interface Notice {
  kind: 'trial_ending' | 'payment_failed' | 'canceled'
  about: Date
}

export function noticeOfChange(before: StoredSubscription, after: StoredSubscription): Notice | null {
  if (before.status === after.status || !after.currentPeriodEnd) return null
  if (after.status === 'past_due') return { kind: 'payment_failed', about: after.currentPeriodEnd }
  return after.status === 'canceled' ? { kind: 'canceled', about: after.currentPeriodEnd } : null
}

/** When a trial is about to end, seen from now. */
export const trialsEndingBefore = (now: Date): Date => new Date(now.getTime() + TRIAL_EXPIRING)

/** Null when nothing changed that she would notice. */
export function changeInWords(before: EntitlementAt, after: EntitlementAt): string | null {
  const { plan, subscription } = after
  if (before.plan.id === plan.id && before.subscription.status === subscription.status) return null
  if (subscription.status === 'past_due') return `A payment for ${plan.name} failed`
  if (subscription.status === 'canceled') return `${plan.name} was canceled, and stays until it ends`
  return `The plan is now ${plan.name}`
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
  ({ clients: plan.max_clients, projects: plan.max_projects, invoices: plan.max_invoices_per_month })[kind]

export const usedOf = (usage: Usage, kind: Limited): number =>
  ({ clients: usage.clientsCount, projects: usage.projectsCount, invoices: usage.invoicesThisMonth })[kind]

/** Green below 80 percent, yellow from there, red at the limit. */
export const usageTone = (limit: number, used: number): 'green' | 'yellow' | 'red' =>
  limit === UNLIMITED || used * 5 < limit * 4 ? 'green' : used < limit ? 'yellow' : 'red'

export const hasRoom = (limit: number, used: number): boolean => limit === UNLIMITED || used < limit

/** With no plan loaded, creating is denied. */
export const canCreate = (plan: Plan | undefined, usage: Usage | undefined, kind: Limited): boolean =>
  plan !== undefined &&
  (limitOf(plan, kind) === UNLIMITED ||
    (usage !== undefined && hasRoom(limitOf(plan, kind), usedOf(usage, kind))))

export type Feature = 'advanced_reports' | 'projects'

export const canUse = (plan: Plan | undefined, feature: Feature): boolean =>
  plan !== undefined && (feature !== 'advanced_reports' || plan.advanced_reports)

export const planThatUnlocks = (feature: Feature): Plan =>
  feature === 'advanced_reports' ? plans.professional : plans.starter

function daysLeftInTrial({ status, trial_ends_at }: Subscription, now: Date): number {
  if (status !== 'trial' || !trial_ends_at) return 0
  return Math.max(0, Math.ceil((trial_ends_at.getTime() - now.getTime()) / DAY))
}

const isTrialExpiring = ({ status, trial_ends_at }: Subscription, now: Date): boolean =>
  status === 'trial' && trial_ends_at !== null && trial_ends_at.getTime() - now.getTime() < TRIAL_EXPIRING

export const trialEnd = (now: Date): Date => new Date(now.getTime() + TRIAL_DAYS * DAY)
