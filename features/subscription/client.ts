import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { ApiError } from '#web/api-error.ts'
import { type SoldPlanId, stripeApi, subscriptionApi } from './contract.ts'
import { canCreate, type Limited, limitOf, usedOf } from './rules.ts'

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: () => call(subscriptionApi.current),
  staleTime: Number.POSITIVE_INFINITY,
  // The billing portal is another tab: whoever comes back from it may have another plan.
  refetchOnWindowFocus: 'always',
})

export const usageQuery = queryOptions({ queryKey: ['usage'], queryFn: () => call(subscriptionApi.usage) })

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: () => call(subscriptionApi.plans),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The plan and the trial of whoever is signed in; undefined until known. */
export function usePlan(enabled = true) {
  const { data, isPending } = useQuery({ ...subscriptionQuery, enabled })
  const trial = data?.subscription.status === 'trial' && {
    daysLeft: data.daysLeftInTrial,
    expiring: data.isTrialExpiring,
  }
  return {
    plan: data?.plan,
    subscription: data?.subscription,
    hasBilling: data?.has_billing ?? false,
    trial: trial || undefined,
    isPending,
  }
}

/** Whether a page waits for the plan, which decides what is above it; for the first try only, since it can do without. */
export function useAwaitsPlan(enabled = true): boolean {
  const { isLoading, failureCount } = useQuery({ ...subscriptionQuery, enabled })
  return isLoading && failureCount === 0
}

/** How much of a plan's limit is used, and whether one more fits. */
export function useRoom(kind: Limited) {
  const { plan } = usePlan()
  const { data: usage } = useQuery(usageQuery)
  return {
    plan,
    limit: plan && limitOf(plan, kind),
    used: usage && usedOf(usage, kind),
    canCreate: canCreate(plan, usage, kind),
  }
}

export const createCheckout = (planId: SoldPlanId) =>
  call(subscriptionApi.checkout, {
    body: {
      plan_id: planId,
      success_url: `${location.origin}/subscription/success`,
      cancel_url: `${location.origin}/pricing`,
    },
  })

/** Opens the billing portal in a new tab, or here where the browser allows no new one. */
export function useBillingPortal() {
  return useMutation({
    mutationFn: () => call(subscriptionApi.billingPortal),
    onSuccess: ({ url }) => {
      if (!window.open(url, '_blank')) location.assign(url)
    },
  })
}

/** Asks the provider what was bought, so that nobody waits for the news to arrive. */
export function useRefreshSubscription() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      call(subscriptionApi.refresh, { body: sessionId ? { session_id: sessionId } : {} }),
    onSuccess: (entitlement) => queryClient.setQueryData(subscriptionQuery.queryKey, entitlement),
  })
}

export const setupQuery = queryOptions({
  queryKey: ['stripe-setup'],
  queryFn: () => call(stripeApi.setupCheck),
  retry: false,
})

export const setupFailure = (error: Error): string =>
  error instanceof ApiError ? 'Failed to check Stripe setup' : 'Network error while checking Stripe setup'

export const creationFailure = (error: Error): string =>
  error instanceof ApiError
    ? error.body.error || 'Failed to create Stripe products'
    : 'Network error while creating Stripe products'

export function useCreateProducts() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(stripeApi.createProducts),
    onSettled: () => queryClient.invalidateQueries({ queryKey: setupQuery.queryKey }),
  })
}
