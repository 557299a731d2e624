import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PlanId, SubscriptionStatus, subscriptionApi } from './contract.ts'
import {
  billingStart,
  canCreate,
  canUse,
  entitlementAt,
  featuresOf,
  hasEverything,
  LIMITED,
  limitText,
  lossesOf,
  type PaidSubscription,
  plans,
  plansOnSale,
  planThatUnlocks,
  purchaseOf,
  runningOf,
  type StoredSubscription,
  storedFrom,
  trialEnd,
} from './rules.ts'

const DAY = 86_400_000
const NOON = new Date('2026-11-15T12:00:00Z')
const inDays = (days: number) => new Date(NOON.getTime() + days * DAY)

const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
const stored: fc.Arbitrary<StoredSubscription> = fc.record({
  plan_id: fc.constantFrom(...PlanId.options),
  status: fc.constantFrom(...SubscriptionStatus.options),
  trial_ends_at: fc.option(instant),
  current_period_end: fc.option(instant),
  billing_starts_at: fc.option(instant),
})

describe('the entitlement', () => {
  test('is decided for every stored state at every moment', () => {
    fc.assert(
      fc.property(stored, instant, fc.boolean(), (subscription, now, isAdmin) => {
        const {
          plan,
          subscription: shown,
          daysLeftInTrial,
          isTrialExpiring,
          next_plan,
          billing_starts_at,
        } = entitlementAt(now, subscription, isAdmin)
        const ends =
          subscription.status === 'trial' ? subscription.trial_ends_at : subscription.current_period_end
        const hasEnd = subscription.status === 'trial' || subscription.status === 'canceled'
        const over = hasEnd && (!ends || ends <= now)
        const { status, trial_ends_at, plan_id } = subscription
        const isInTrial =
          (status === 'active' || status === 'canceled') &&
          (plan_id === 'free' || plan_id === 'starter' || plan_id === 'admin') &&
          Number(subscription.billing_starts_at) > Number(now) &&
          Number(trial_ends_at) > Number(now)
        const inForce = over ? 'free' : isInTrial ? 'professional' : plan_id
        expect(plan.id).toBe(isAdmin ? 'admin' : inForce)
        if (next_plan) expect([plan.id, next_plan.id, status]).toEqual(['professional', plan_id, 'active'])
        expect(billing_starts_at === null || billing_starts_at > now).toBe(true)
        if (over) expect(shown).toMatchObject({ status: 'active', current_period_end: null })
        expect(daysLeftInTrial > 0).toBe(shown.status === 'trial')
        if (isTrialExpiring) expect(daysLeftInTrial).toBeLessThanOrEqual(3)
        expect(daysLeftInTrial).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('never comes back once it has ended by itself', () => {
    fc.assert(
      fc.property(stored, instant, fc.nat(1000), (subscription, now, later) => {
        if (subscription.status !== 'trial' && subscription.status !== 'canceled') return
        if (entitlementAt(now, subscription, false).plan.id !== 'free') return
        const then = new Date(now.getTime() + later * DAY)
        expect(entitlementAt(then, subscription, false).plan.id).toBe('free')
      }),
    )
  })

  test('a trial expires in its last three days, counts days up, and leaves Free behind', () => {
    const trial = {
      plan_id: 'professional',
      status: 'trial',
      trial_ends_at: trialEnd(NOON),
      current_period_end: null,
      billing_starts_at: null,
    } as const
    const at = (now: Date) => {
      const { plan, subscription, daysLeftInTrial, isTrialExpiring } = entitlementAt(now, trial, false)
      return [plan.id, subscription.status, daysLeftInTrial, isTrialExpiring]
    }
    expect(at(NOON)).toEqual(['professional', 'trial', 14, false])
    expect(at(inDays(11))).toEqual(['professional', 'trial', 3, false])
    expect(at(new Date(inDays(11).getTime() + 1))).toEqual(['professional', 'trial', 3, true])
    expect(at(new Date(inDays(14).getTime() - 1))).toEqual(['professional', 'trial', 1, true])
    expect(at(inDays(14))).toEqual(['free', 'active', 0, false])
  })

  test('what is bought during a trial begins when it ends, and what is larger at once', () => {
    const bought = (plan_id: PlanId, billing_starts_at = inDays(14)): StoredSubscription => ({
      plan_id,
      status: 'active',
      trial_ends_at: inDays(14),
      current_period_end: billing_starts_at,
      billing_starts_at,
    })
    const at = (now: Date, stored: StoredSubscription) => {
      const { plan, next_plan, subscription, billing_starts_at } = entitlementAt(now, stored, false)
      return [plan.id, next_plan?.id, subscription.status, billing_starts_at]
    }
    expect(at(NOON, bought('starter'))).toEqual(['professional', 'starter', 'active', inDays(14)])
    expect(at(inDays(14), bought('starter'))).toEqual(['starter', undefined, 'active', null])
    expect(at(NOON, bought('professional'))).toEqual(['professional', undefined, 'active', inDays(14)])
    // Within the last two days the provider begins later than the trial ends: the days between are a present.
    expect(at(inDays(14), bought('starter', inDays(15)))).toEqual([
      'starter',
      undefined,
      'active',
      inDays(15),
    ])
  })

  test('billing starts when the trial ends, never before, and at once without one', () => {
    const soonest = 2 * DAY
    expect(billingStart(NOON, inDays(5), soonest)).toEqual(inDays(5))
    expect(billingStart(NOON, inDays(1), soonest)).toEqual(inDays(2))
    expect(billingStart(NOON, NOON, soonest)).toBeNull()
    expect(billingStart(NOON, null, soonest)).toBeNull()
    fc.assert(
      fc.property(instant, fc.option(instant), (now, ends) => {
        const start = billingStart(now, ends, soonest)
        if (!start || !ends) return
        expect(start >= ends && start.getTime() >= now.getTime() + soonest).toBe(true)
      }),
    )
  })
})

const paid = (change: Partial<PaidSubscription>): PaidSubscription => ({
  id: 'sub_1',
  planId: 'starter',
  status: 'active',
  createdAt: inDays(-40),
  periodStart: inDays(-10),
  periodEnd: inDays(20),
  cancelAt: null,
  endedAt: null,
  billingStartsAt: null,
  ...change,
})

describe('the subscription stored from the provider’s', () => {
  const kept = (...subscriptions: PaidSubscription[]) => {
    const { plan_id, status, current_period_end } = storedFrom(subscriptions, inDays(-30))
    return [plan_id, status, current_period_end]
  }

  test.each([
    ['active', {}, 'active', inDays(20)],
    ['trialing', {}, 'active', inDays(20)],
    ['active', { cancelAt: inDays(20) }, 'canceled', inDays(20)],
    ['past_due', {}, 'past_due', inDays(20)],
    ['unpaid', {}, 'canceled', inDays(-10)],
    ['canceled', { endedAt: inDays(-1) }, 'canceled', inDays(-1)],
  ])('%s %o is %s', (status, change, expected, end) => {
    expect(kept(paid({ status, ...change }))).toEqual(['starter', expected, end])
  })

  test('nothing bought, nothing paid or something else bought leaves the trial', () => {
    const trial = ['professional', 'trial', null]
    expect(kept()).toEqual(trial)
    expect(kept(paid({ status: 'incomplete' }), paid({ status: 'incomplete_expired' }))).toEqual(trial)
    expect(kept(paid({ planId: undefined }), paid({ planId: 'admin' }), paid({ planId: 'free' }))).toEqual(
      trial,
    )
  })

  test('of several the running one counts, and of those the larger', () => {
    const ended = paid({ planId: 'professional', status: 'canceled', endedAt: inDays(-1) })
    expect(kept(ended, paid({}))[0]).toBe('starter')
    expect(kept(paid({}), paid({ planId: 'professional' }))[0]).toBe('professional')
    expect(kept(ended, paid({ status: 'canceled', endedAt: inDays(-2) }))[2]).toEqual(inDays(-1))
  })

  test('what ended during the trial leaves the trial', () => {
    const ended = paid({ status: 'canceled', endedAt: inDays(-1) })
    expect(storedFrom([ended], inDays(3))).toMatchObject({ plan_id: 'professional', status: 'trial' })
    expect(storedFrom([ended], inDays(-2))).toMatchObject({ plan_id: 'starter', status: 'canceled' })
  })

  test('of two that run the first stays, also when it is not paid, and nothing else is touched', () => {
    const first = paid({ id: 'sub_b', status: 'past_due', createdAt: inDays(-3) })
    const second = paid({ id: 'sub_a', planId: 'professional', createdAt: inDays(-2) })
    const sameSecond = paid({ id: 'sub_c', createdAt: inDays(-3) })
    const others = [
      paid({ id: 'sub_d', planId: undefined, createdAt: inDays(-9) }),
      paid({ id: 'sub_e', status: 'canceled', createdAt: inDays(-9) }),
      paid({ id: 'sub_f', status: 'incomplete', createdAt: inDays(-9) }),
    ]
    for (const list of [
      [...others, second, sameSecond, first],
      [first, sameSecond, second, ...others],
    ]) {
      expect(runningOf(list)).toEqual({ running: first, surplus: [sameSecond, second] })
    }
    expect(runningOf(others)).toEqual({ running: undefined, surplus: [] })
  })

  test.each([
    ['activated', [paid({})], false],
    ['activated', [paid({ status: 'trialing' })], false],
    ['processing', [paid({ status: 'incomplete' })], false],
    ['processing', [], true],
    ['none', [], false],
    ['none', [paid({ status: 'canceled' })], false],
    ['none', [paid({ status: 'past_due' })], false],
    ['none', [paid({ planId: undefined })], false],
  ])('a checkout is %s when there is %o', (expected, subscriptions, awaitsPayment) => {
    expect(purchaseOf(subscriptions, awaitsPayment)).toBe(expected)
  })

  test('does not depend on the order in which they are listed', () => {
    const some = fc.record({
      id: fc.constant('sub_1'),
      billingStartsAt: fc.constant(null),
      planId: fc.constantFrom('starter', 'professional', undefined),
      status: fc.constantFrom('active', 'past_due', 'canceled', 'unpaid', 'incomplete', 'trialing'),
      createdAt: instant,
      periodStart: instant,
      periodEnd: instant,
      cancelAt: fc.option(instant),
      endedAt: fc.option(instant),
    })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 5 }), (subscriptions) => {
        expect(storedFrom(subscriptions.toReversed(), NOON)).toEqual(storedFrom(subscriptions, NOON))
      }),
    )
  })
})

describe('plans', () => {
  test('lossesOf lists what a smaller plan takes away, with the current usage', () => {
    const usage = { clientsCount: 20, projectsCount: 3, invoicesThisMonth: 60 }
    expect(lossesOf(plans.professional, plans.starter, usage)).toEqual([
      'No advanced reports.',
      'Up to 15 clients, no longer unlimited. You have 20: all stay, but you cannot add more.',
      'Up to 30 projects, no longer unlimited.',
      'Up to 50 invoices a month, no longer unlimited. This month you created 60: all stay, but you cannot add more.',
    ])
    expect(lossesOf(plans.starter, plans.free, undefined)).toEqual([
      'Up to 3 clients instead of 15.',
      'Up to 5 projects instead of 30.',
      'Up to 5 invoices a month instead of 50.',
    ])
    expect(lossesOf(plans.starter, plans.professional, usage)).toEqual([])
    expect(PlanId.options.filter((id) => hasEverything(plans[id]))).toEqual(['professional', 'admin'])
  })

  test('only Professional and Admin have advanced reports', () => {
    expect(PlanId.options.filter((id) => canUse(plans[id], 'advanced_reports'))).toEqual([
      'professional',
      'admin',
    ])
    expect(PlanId.options.every((id) => canUse(plans[id], 'projects'))).toBe(true)
    expect(canUse(undefined, 'projects')).toBe(false)
    expect(planThatUnlocks('advanced_reports').name).toBe('Professional')
    expect(planThatUnlocks('projects').name).toBe('Starter')
  })

  test('a plan that is not known here has every feature, and admin always does', () => {
    const flags = { advanced_reports: false, max_clients: 0, max_projects: 0, max_invoices_per_month: 0 }
    expect(canUse({ ...plans.professional, ...flags, id: 'enterprise' }, 'advanced_reports')).toBe(true)
    expect(canUse({ ...plans.starter, advanced_reports: true }, 'advanced_reports')).toBe(false)
    const admin = { ...plans.admin, ...flags }
    const usage = { clientsCount: 3, projectsCount: 4, invoicesThisMonth: 5 }
    for (const kind of LIMITED) expect(canCreate(admin, usage, kind)).toBe(true)
    expect(canUse(admin, 'advanced_reports')).toBe(true)
    expect(hasEverything(admin)).toBe(true)
    expect(canCreate({ ...admin, id: 'enterprise' }, usage, 'clients')).toBe(false)
  })

  test('a response with a plan that is unknown or missing can be read', () => {
    const entitlement = entitlementAt(NOON, storedFrom([paid({})], null), false)
    for (const plan of [null, { ...plans.free, id: 'enterprise' }]) {
      const sent = z.encode(subscriptionApi.current.response, { ...entitlement, plan })
      const { plan: shown, subscription } = z.decode(subscriptionApi.current.response, sent)
      expect(shown).toEqual(plan)
      expect(subscription.status).toBe('active')
    }
    expect(canUse(null, 'projects')).toBe(false)
    expect(canCreate(null, undefined, 'projects')).toBe(false)
  })

  test('one of a kind is named in the singular', () => {
    const tiny = { ...plans.free, max_clients: 1, max_projects: 1, max_invoices_per_month: 1 }
    expect(LIMITED.map((kind) => limitText(tiny, kind))).toEqual([
      '1 client',
      '1 project',
      '1 invoice a month',
    ])
  })

  test('creating is allowed below the limit, always without one, never without a plan', () => {
    const usage = { clientsCount: 3, projectsCount: 4, invoicesThisMonth: 5 }
    expect(canCreate(plans.free, usage, 'clients')).toBe(false)
    expect(canCreate(plans.free, usage, 'projects')).toBe(true)
    expect(canCreate(plans.free, usage, 'invoices')).toBe(false)
    expect(canCreate(plans.admin, undefined, 'clients')).toBe(true)
    expect(canCreate(undefined, usage, 'projects')).toBe(false)
    expect(canCreate(plans.free, undefined, 'projects')).toBe(false)
  })

  test('admin is not for sale, and features that cannot be read are none', () => {
    expect(plansOnSale.map(({ id }) => id)).toEqual(['free', 'starter', 'professional'])
    expect(featuresOf(plans.free)).toContain('3 clients')
    for (const features of ['', 'nonsense', '{"a":1}', 'null']) expect(featuresOf({ features })).toEqual([])
  })
})
