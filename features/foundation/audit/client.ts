import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { callPage } from '#web/data/api.ts'
import { auditApi } from './contract.ts'

const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: ({ pageParam }) => callPage(auditApi.list, { query: { cursor: pageParam, limit: 20 } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
  staleTime: 0,
})

export function useAudit() {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(auditQuery)
  return {
    events: data?.pages.flatMap(({ items }) => items),
    failed: isError,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  }
}
