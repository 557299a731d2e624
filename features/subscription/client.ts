import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { subscriptionApi } from './contract.ts'
import { canCreate, type Limited, limitOf, usedOf } from './rules.ts'

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: () => call(subscriptionApi.current),
  staleTime: Number.POSITIVE_INFINITY,
})

export const usageQuery = queryOptions({ queryKey: ['usage'], queryFn: () => call(subscriptionApi.usage) })

/** The plan and the trial of whoever is signed in; undefined until known. */
export function usePlan() {
  const { data } = useQuery(subscriptionQuery)
  const trial = data?.subscription.status === 'trial' && {
    daysLeft: data.daysLeftInTrial,
    expiring: data.isTrialExpiring,
  }
  return { plan: data?.plan, subscription: data?.subscription, trial: trial || undefined }
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
