import type { InfiniteData, QueryClient } from '@tanstack/react-query'

const MANY_PAGES = 3

/** A list that was scrolled far is not reloaded page by page without a reason. */
export const isLong = (data: unknown): boolean =>
  ((data as InfiniteData<unknown> | undefined)?.pages?.length ?? 0) > MANY_PAGES

const UNAFFECTED = new Set<unknown>(['user', 'subscription', 'plans'])

/** Names are joined and sums are computed across nouns, so a change of one may affect any other. */
export const refreshBooks = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey, state }) => !UNAFFECTED.has(queryKey[0]) && !isLong(state.data),
  })

/** Long lists too, since a restored record may belong anywhere in them. */
export const refreshAll = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => !UNAFFECTED.has(queryKey[0]) })
