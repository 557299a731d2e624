import {
  type Query,
  queryOptions,
  type UseQueryResult,
  useIsFetching,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { ApiError } from '#web/data/api-error.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { type SoldPlanId, stripeApi, subscriptionApi } from './contract.ts'
import { canCreate, type Limited, limitOf, UNLIMITED, usedOf } from './rules.ts'

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: () => call(subscriptionApi.current),
  staleTime: Number.POSITIVE_INFINITY,
  // The billing portal is in another tab, so the plan may have changed on return.
  refetchOnWindowFocus: 'always',
})

export const usageQuery = queryOptions({ queryKey: ['usage'], queryFn: () => call(subscriptionApi.usage) })

export const fetchPlans = () => call(subscriptionApi.plans)

export const manageLoader = prefetchLoader((queryClient) => [queryClient.ensureQueryData(usageQuery)])

/** The plan and trial of the signed-in account; undefined until known. */
export function usePlan(enabled = true) {
  const { data, isPending } = useQuery({ ...subscriptionQuery, enabled })
  const trial = data?.subscription.status === 'trial' && {
    daysLeft: data.daysLeftInTrial,
    expiring: data.isTrialExpiring,
  }
  return {
    plan: data?.plan ?? undefined,
    subscription: data?.subscription,
    /** The bought plan that has not started yet. */
    nextPlan: data?.next_plan ?? undefined,
    billingStartsAt: data?.billing_starts_at ?? undefined,
    trial: trial || undefined,
    isPending,
  }
}

/**
 * True while a page waits for the plan, which decides what is shown above it. Only for the first attempt, since the
 * page works without it.
 */
export function useAwaitsPlan(enabled = true): boolean {
  const { isLoading, failureCount, errorUpdateCount } = useQuery({ ...subscriptionQuery, enabled })
  return isLoading && failureCount === 0 && errorUpdateCount === 0
}

/** The use of a plan's limit, and if another record is allowed. `limit` is undefined if there is none. */
export function usePlanLimit(kind: Limited) {
  const plan = useQuery(subscriptionQuery)
  const usage = useQuery(usageQuery)
  const loaded = plan.data?.plan ?? undefined
  const limit = loaded && limitOf(loaded, kind)
  return {
    plan: loaded,
    limit: limit === UNLIMITED ? undefined : limit,
    used: usage.data && usedOf(usage.data, kind),
    canCreate: canCreate(loaded, usage.data, kind),
    /** Nothing can be created, since the limit or its use is not known. */
    unknown: isMissing(plan) || plan.data?.plan === null || (isMissing(usage) && limit !== UNLIMITED),
  }
}

/** Loading has failed, also while it is retried. */
const isMissing = ({ data, errorUpdateCount }: UseQueryResult): boolean =>
  data === undefined && errorUpdateCount > 0

/** Refetches the plan and its usage. */
export function useReloadPlan() {
  const queryClient = useQueryClient()
  const queries = { predicate: ({ queryKey: [name] }: Query) => name === 'subscription' || name === 'usage' }
  return {
    reloading: useIsFetching(queries) > 0,
    reload: () => void queryClient.refetchQueries(queries),
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

/** Opens the billing portal in a new tab, or in this one if the browser blocks new tabs. */
export function useBillingPortal() {
  return useMutation({
    mutationFn: () => call(subscriptionApi.billingPortal),
    onSuccess: ({ url }) => {
      if (!window.open(url, '_blank')) location.assign(url)
    },
  })
}

const PROCESSING_MILLISECONDS = 3000

/**
 * Asks the provider what was bought instead of waiting for the webhook, and again while the payment is processing.
 */
export function usePurchase(sessionId: string | null, enabled: boolean) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: ['purchase', sessionId],
    queryFn: async () => {
      const answer = await call(subscriptionApi.refresh, { body: sessionId ? { session_id: sessionId } : {} })
      const { purchase, ...entitlement } = answer
      queryClient.setQueryData(subscriptionQuery.queryKey, entitlement)
      return answer
    },
    refetchInterval: ({ state: { data } }) => data?.purchase === 'processing' && PROCESSING_MILLISECONDS,
    enabled,
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
