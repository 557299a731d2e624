import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { attentionQuery } from '#features/pages/attention/client.ts'
import { checklistQuery } from '#features/pages/checklist/client.ts'
import { moneyQuery } from '#features/pages/money/client.ts'
import { call } from '#web/data/api.ts'
import { runUndo } from '#web/data/change.ts'
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
  queryClient.ensureQueryData(checklistQuery),
  queryClient.ensureQueryData(attentionQuery),
  queryClient.ensureQueryData(statsQuery),
  queryClient.ensureQueryData(moneyQuery()),
  queryClient.ensureQueryData(recentActivityQuery),
])

/** Undoes the deletion that an activity is about. */
export function useUndoActivity() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => runUndo(() => call(removalsApi.undo, { params: { id } }), queryClient),
  })
}
