import type { Plan, PlanId, Subscription, SubscriptionStatus, Usage } from './contract.ts'

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

/** What is stored of a subscription; what it is worth now is derived. */
export interface StoredSubscription {
  planId: PlanId
  status: SubscriptionStatus
  trialEndsAt: Date | null
  currentPeriodEnd: Date | null
}

export interface Entitlement {
  plan: Plan
  subscription: Subscription
}

/**
 * What the account may do now: a pure function of what is stored and the clock, so that no missed job can give
 * away or withhold anything.
 */
export function entitlementAt(now: Date, stored: StoredSubscription, isAdmin: boolean): Entitlement {
  const trial = stored.status === 'trial'
  const ends = trial ? stored.trialEndsAt : stored.currentPeriodEnd
  const over = (trial || stored.status === 'canceled') && (ends === null || ends <= now)
  const subscription: Subscription = over
    ? { status: 'active', trial_ends_at: stored.trialEndsAt, current_period_end: null }
    : {
        status: stored.status,
        trial_ends_at: stored.trialEndsAt,
        current_period_end: stored.currentPeriodEnd,
      }
  if (isAdmin) return { plan: plans.admin, subscription: { ...subscription, status: 'active' } }
  return { plan: over ? plans.free : plans[stored.planId], subscription }
}

export type Limited = 'clients' | 'projects' | 'invoices'

export const limitOf = (plan: Plan, kind: Limited): number =>
  ({ clients: plan.max_clients, projects: plan.max_projects, invoices: plan.max_invoices_per_month })[kind]

export const usedOf = (usage: Usage, kind: Limited): number =>
  ({ clients: usage.clientsCount, projects: usage.projectsCount, invoices: usage.invoicesThisMonth })[kind]

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

export function daysLeftInTrial({ status, trial_ends_at }: Subscription, now: Date): number {
  if (status !== 'trial' || !trial_ends_at) return 0
  return Math.max(0, Math.ceil((trial_ends_at.getTime() - now.getTime()) / DAY))
}

export const isTrialExpiring = ({ status, trial_ends_at }: Subscription, now: Date): boolean =>
  status === 'trial' && trial_ends_at !== null && trial_ends_at.getTime() - now.getTime() < TRIAL_EXPIRING

export const trialEnd = (now: Date): Date => new Date(now.getTime() + TRIAL_DAYS * DAY)
