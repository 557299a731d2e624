import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, download } from '#web/data/api.ts'
import { toast } from '#web/ui/toast.ts'
import { type ReportQuery, reportsApi } from './contract.ts'

/** Keeps showing the previous range while a new one loads. */
export const reportQuery = (query: ReportQuery) =>
  queryOptions({
    queryKey: ['reports', query],
    queryFn: () => call(reportsApi.get, { query }),
    placeholderData: keepPreviousData,
  })

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
