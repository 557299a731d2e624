import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { dashboardApi } from './contract.ts'

export const statsQuery = queryOptions({
  queryKey: ['dashboard', 'stats'],
  queryFn: () => call(dashboardApi.stats),
})

export const recentActivityQuery = queryOptions({
  queryKey: ['dashboard', 'recent-activity'],
  queryFn: () => call(dashboardApi.recentActivity),
})
