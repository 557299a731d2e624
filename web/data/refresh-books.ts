import type { InfiniteData, Query, QueryClient, QueryFilters } from '@tanstack/react-query'

const MANY_PAGES = 3

/** A list that was scrolled far is not reloaded page by page without a reason. */
export const isLong = (data: unknown): boolean =>
  ((data as InfiniteData<unknown> | undefined)?.pages?.length ?? 0) > MANY_PAGES

const UNAFFECTED = new Set<unknown>(['user', 'subscription', 'plans'])

const isAffected = ({ queryKey }: Query): boolean => !UNAFFECTED.has(queryKey[0])

/** Names are joined and sums are computed across nouns, so a change of one may affect any other. */
export const refreshBooks = (queryClient: QueryClient): Promise<void> =>
  refresh(queryClient, { predicate: (query) => isAffected(query) && !isLong(query.state.data) })

/** Long lists too, since a restored record may belong anywhere in them. */
export const refreshAll = (queryClient: QueryClient): Promise<void> =>
  refresh(queryClient, { predicate: isAffected })

/**
 * The response to a request in flight may predate the change. TanStack Query would keep it as fresh if it is the first
 * of its query or if no screen observes the query yet, so these requests are sent again.
 */
export function refresh(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    void query.cancel({ silent: true })
    query.fetch().catch(() => undefined)
  }
  return queryClient.invalidateQueries(filters, { cancelRefetch: false })
}
