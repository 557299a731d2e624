import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { publicPrefetchLoader } from '#web/data/prefetch.ts'
import { signInPageApi } from './contract.ts'

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => call(signInPageApi.options),
  staleTime: Number.POSITIVE_INFINITY,
})

export const signInLoader = publicPrefetchLoader((queryClient) => [
  queryClient.ensureQueryData(signInOptionsQuery),
])
