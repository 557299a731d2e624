import { queryOptions } from '@tanstack/react-query'
import { sampleDataQuery } from '#features/sample-data/client.ts'
import { call } from '#web/data/api.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { dashboardApi } from './contract.ts'

export const statsQuery = queryOptions({
  queryKey: ['dashboard', 'stats'],
  queryFn: () => call(dashboardApi.stats),
})

export const recentActivityQuery = queryOptions({
  queryKey: ['dashboard', 'recent-activity'],
  queryFn: () => call(dashboardApi.recentActivity),
})

export const dashboardLoader = prefetchLoader((queryClient) => [
  queryClient.ensureQueryData(sampleDataQuery),
  queryClient.ensureQueryData(statsQuery),
  queryClient.ensureQueryData(recentActivityQuery),
])
