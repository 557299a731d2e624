import { userQuery } from '#features/account/client.ts'
import { plansQuery } from '#features/subscription/client.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'

export const pricingLoader = prefetchLoader((queryClient) => [
  queryClient.ensureQueryData(userQuery),
  queryClient.ensureQueryData(plansQuery),
])
