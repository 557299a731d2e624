import { timeEntriesQuery, timeSummaryQuery, timeTotalsQuery } from '#features/time-entries/client.ts'
import { TimeEntryFilter } from '#features/time-entries/contract.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { filterIn, isNarrowed } from '#web/navigation/filter-link.ts'
import { searchIn } from '#web/navigation/search-link.ts'

export const timeTrackingLoader = prefetchLoader((queryClient, search) => {
  const [q, filter] = [searchIn(search), filterIn(search, TimeEntryFilter)]
  return [
    queryClient.ensureInfiniteQueryData(timeEntriesQuery(q, filter)),
    isNarrowed(q, filter)
      ? queryClient.ensureQueryData(timeTotalsQuery(q, filter))
      : queryClient.ensureQueryData(timeSummaryQuery),
  ]
})
