import { queryOptions } from '@tanstack/react-query'
import { publicPrefetchLoader } from '#web/data/prefetch.ts'
import { USER_QUERY } from '#web/data/user-query.ts'

// Loaded with the first request: a prerendered page needs no code that parses responses.

/** The signed-in user, on a page that is open to everyone. */
export const visitorQuery = queryOptions({
  ...USER_QUERY,
  queryFn: async ({ client }) => (await import('#features/foundation/account/client.ts')).fetchUser(client),
})

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async () => (await import('#features/foundation/subscription/client.ts')).fetchPlans(),
  staleTime: Number.POSITIVE_INFINITY,
})

export const pricingLoader = publicPrefetchLoader((queryClient) => [
  queryClient.ensureQueryData(visitorQuery),
  queryClient.ensureQueryData(plansQuery),
])
