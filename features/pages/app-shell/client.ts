import { userQuery } from '#features/foundation/account/client.ts'
import { subscriptionQuery } from '#features/foundation/subscription/client.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'

export const signedInLoader = prefetchLoader((queryClient) => [
  queryClient.ensureQueryData(userQuery),
  queryClient.ensureQueryData(subscriptionQuery),
])
