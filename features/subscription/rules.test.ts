import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PlanId, SubscriptionStatus } from './contract.ts'
import {
  canCreate,
  canUse,
  entitlementAt,
  featuresOf,
  type PaidSubscription,
  plans,
  plansOnSale,
  planThatUnlocks,
  type StoredSubscription,
  storedFrom,
  trialEnd,
} from './rules.ts'

const DAY = 86_400_000
const NOON = new Date('2026-11-15T12:00:00Z')
const inDays = (days: number) => new Date(NOON.getTime() + days * DAY)

const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
const stored: fc.Arbitrary<StoredSubscription> = fc.record({
  planId: fc.constantFrom(...PlanId.options),
  status: fc.constantFrom(...SubscriptionStatus.options),
  trialEndsAt: fc.option(instant),
  currentPeriodEnd: fc.option(instant),
})

describe('what an account may do now', () => {
  test('is decided for every stored state at every moment', () => {
    fc.assert(
      fc.property(stored, instant, fc.boolean(), (subscription, now, isAdmin) => {
        const {
          plan,
          subscription: shown,
          daysLeftInTrial,
          isTrialExpiring,
        } = entitlementAt(now, subscription, isAdmin)
        const ends =
          subscription.status === 'trial' ? subscription.trialEndsAt : subscription.currentPeriodEnd
        const hasEnd = subscription.status === 'trial' || subscription.status === 'canceled'
        const over = hasEnd && (!ends || ends <= now)
        expect(plan.id).toBe(isAdmin ? 'admin' : over ? 'free' : subscription.planId)
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
      planId: 'professional',
      status: 'trial',
      trialEndsAt: trialEnd(NOON),
      currentPeriodEnd: null,
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
})

const paid = (change: Partial<PaidSubscription>): PaidSubscription => ({
  planId: 'starter',
  status: 'active',
  createdAt: inDays(-40),
  periodStart: inDays(-10),
  periodEnd: inDays(20),
  cancelAt: null,
  endedAt: null,
  ...change,
})

describe('what is stored of what the provider has', () => {
  const kept = (...subscriptions: PaidSubscription[]) => {
    const { planId, status, currentPeriodEnd } = storedFrom(subscriptions, inDays(3))
    return [planId, status, currentPeriodEnd]
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

  test('does not depend on the order in which they are listed', () => {
    const some = fc.record({
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
  test('only Professional and Admin have advanced reports, and nobody without a plan', () => {
    expect(PlanId.options.filter((id) => canUse(plans[id], 'advanced_reports'))).toEqual([
      'professional',
      'admin',
    ])
    expect(PlanId.options.every((id) => canUse(plans[id], 'projects'))).toBe(true)
    expect(canUse(undefined, 'projects')).toBe(false)
    expect(planThatUnlocks('advanced_reports').name).toBe('Professional')
    expect(planThatUnlocks('projects').name).toBe('Starter')
  })

  test('room is left below the limit, always without one, never without a plan', () => {
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
