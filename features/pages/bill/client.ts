import { WorkFilter } from '#core/schemas.ts'
import { unbilledQuery, unbilledSumsQuery } from '#features/billing/billable-work/client.ts'
import { businessQuery } from '#features/foundation/business/client.ts'
import { usageQuery } from '#features/foundation/subscription/client.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { filterIn } from '#web/navigation/filter-link.ts'

export const billLoader = prefetchLoader((queryClient, search) => [
  queryClient.ensureQueryData(unbilledQuery(filterIn(search, WorkFilter))),
  queryClient.ensureQueryData(unbilledSumsQuery(filterIn(search, WorkFilter))),
  queryClient.ensureQueryData(businessQuery),
  queryClient.ensureQueryData(usageQuery),
])
