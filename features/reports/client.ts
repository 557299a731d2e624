import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, download } from '#web/data/api.ts'
import { toast } from '#web/ui/toast.ts'
import { reportsApi, type TimeRange } from './contract.ts'

/** Keeps showing the previous range while a new one loads. */
export const reportQuery = (timeRange: TimeRange) =>
  queryOptions({
    queryKey: ['reports', timeRange],
    queryFn: () => call(reportsApi.get, { query: { timeRange } }),
    placeholderData: keepPreviousData,
  })

export type ReportFormat = 'csv' | 'pdf'

export const useExportReport = () =>
  useMutation({
    mutationFn: ({ format, timeRange }: { format: ReportFormat; timeRange: TimeRange }) =>
      download(reportsApi[format], { query: { timeRange } }),
    onSuccess: () => toast.success('Report exported'),
    onError: () => toast.error('Failed to export report', 'Please try again later'),
  })
