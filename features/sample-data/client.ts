import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { refreshBooks } from '#web/list.ts'
import { toast } from '#web/ui/toast.ts'
import { type SampleDataRemoval, sampleDataApi } from './contract.ts'

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
    onSuccess: ({ kept }) => toast.success('Sample data removed', keptWords(kept)),
    onError: () => toast.error('Failed to remove sample data', 'Please try again later'),
    onSettled: () => refreshBooks(queryClient),
  })
}

const keptWords = ({ clients, projects }: SampleDataRemoval['kept']): string | undefined =>
  clients + projects > 0 ? 'What your own records belong to was kept.' : undefined
