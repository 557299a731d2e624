import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { subscriptionQuery } from '#features/foundation/subscription/client.ts'
import { canUse } from '#features/foundation/subscription/rules.ts'
import { call, download } from '#web/data/api.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { toast } from '#web/ui/toast.ts'
import { DEFAULT_TIME_RANGE, ReportQuery, reportsApi } from './contract.ts'

/** Keeps showing the previous range while a new one loads. */
export const reportQuery = (query: ReportQuery) =>
  queryOptions({
    queryKey: ['reports', query],
    queryFn: () => call(reportsApi.get, { query }),
    placeholderData: keepPreviousData,
  })

/** The days that an address names. */
export function periodIn(search: URLSearchParams): ReportQuery {
  const { range, tab, ...others } = Object.fromEntries(search)
  const period = ReportQuery.safeParse({ ...others, ...(range && { timeRange: range }) })
  return period.data ?? { timeRange: DEFAULT_TIME_RANGE }
}

/** As soon as the plan is known, since only some have reports. */
export const reportsLoader = prefetchLoader((queryClient, search) => [
  queryClient.ensureQueryData(subscriptionQuery).then(async ({ plan }) => {
    if (plan && canUse(plan, 'advanced_reports'))
      await queryClient.ensureQueryData(reportQuery(periodIn(search)))
  }),
])

export const monthTotalsQuery = queryOptions({
  queryKey: ['month-totals'],
  queryFn: () => call(reportsApi.thisMonth),
})

export type ReportFormat = 'csv' | 'pdf'

export const useExportReport = () =>
  useMutation({
    mutationFn: ({ format, query }: { format: ReportFormat; query: ReportQuery }) =>
      download(reportsApi[format], { query }),
    onSuccess: () => toast.success('Report exported'),
    onError: () => toast.error('Failed to export report', 'Please try again later'),
  })
