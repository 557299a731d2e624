import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { unsubscriptionApi } from './contract.ts'

export const subscriptionQuery = (code: string) =>
  queryOptions({
    queryKey: ['unsubscribe', code],
    queryFn: () => call(unsubscriptionApi.get, { params: { code } }),
  })

export function useChangeSubscription(code: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: 'unsubscribe' | 'resubscribe') =>
      call(unsubscriptionApi[change], { params: { code } }),
    onSuccess: (subscription) => queryClient.setQueryData(subscriptionQuery(code).queryKey, subscription),
  })
}
