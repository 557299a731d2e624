import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { refreshBooks } from '#web/data/refresh-books.ts'
import { toast } from '#web/ui/toast.ts'
import { sampleDataApi } from './contract.ts'

export const sampleDataQuery = queryOptions({
  queryKey: ['sample-data'],
  queryFn: () => call(sampleDataApi.status),
})

export function useAddSampleData() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(sampleDataApi.add),
    onSuccess: () => toast.success('Sample data added', 'Look around: everything can be changed.'),
    onError: () => toast.error('Failed to add sample data', 'Please try again later'),
    onSettled: () => refreshBooks(queryClient),
  })
}

export function useRemoveSampleData() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(sampleDataApi.remove),
    onSuccess: () => toast.success('Sample data removed', 'What you changed or used is yours and stays.'),
    onError: () => toast.error('Failed to remove sample data', 'Please try again later'),
    onSettled: () => refreshBooks(queryClient),
  })
}
