import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { Endpoint, Output, Page } from '#core/endpoint.ts'
import { callPage } from '#web/data/api.ts'
import { hasCode } from '#web/data/api-error.ts'
import { type Change, useChange } from '#web/data/change.ts'
import { isLong } from '#web/data/refresh-books.ts'
import type { Failure } from '#web/ui/load-failed.tsx'

type ListEndpoint = Endpoint & { paged: true }
type ItemOf<E extends ListEndpoint> = Output<E>[number & keyof Output<E>]

const listKey = (noun: string): QueryKey => [noun, 'list']

/** A list that is searched on the server and loaded page by page. */
export const listQuery = <E extends ListEndpoint>(
  /** The first part of every query key for these records. */
  noun: string,
  endpoint: E,
  query: Record<string, unknown> = {},
) =>
  pagesQuery<ItemOf<E>>([noun, 'list', query], (cursor) =>
    (callPage as (endpoint: E, args: object) => Promise<Page<ItemOf<E>>>)(endpoint, {
      query: { ...query, cursor },
    }),
  )

type ListQuery<Item> = ReturnType<typeof pagesQuery<Item>>

function pagesQuery<Item>(
  queryKey: readonly [string, 'list', Record<string, unknown>],
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: (query) => !isLong(query.state.data),
    refetchOnReconnect: (query) => !isLong(query.state.data),
  })
}

/** Keeps showing the previous list while a new one loads. */
export function useList<Item>(query: ListQuery<Item>) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(query)
  const [noun] = query.queryKey
  useEffect(
    () => () => {
      queryClient.setQueriesData<Pages<Item>>(
        { queryKey: listKey(noun) },
        (list) => list && firstPageIfLong(list),
      )
    },
    [queryClient, noun],
  )
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data])
  const { fetchNextPage, refetch } = list
  const failed = items === undefined && (list.isError || list.isPaused)
  const failure = useMemo(
    () => failureOf({ data: items, isError: failed, refetch }),
    [items, failed, refetch],
  )
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  return {
    /** Undefined until the first response. A list that cannot be loaded is empty, and `failure` is set. */
    items: items ?? (failed ? [] : undefined),
    failure,
    searching: list.isFetching && list.isPlaceholderData,
    hasMore: list.hasNextPage,
    loadMore,
    loadingMore: list.isFetchingNextPage,
    failed: list.isFetchNextPageError,
  }
}

interface Loading {
  data: unknown
  isError: boolean
  /** Without a connection, it is asked for when that is back. */
  isPaused?: boolean
  refetch(): Promise<unknown>
}

/** Set if loading failed and there is no older data to show. */
export const failureOf = ({ data, isError, isPaused, refetch }: Loading): Failure | undefined =>
  data === undefined && (isError || isPaused) ? { retry: () => void refetch() } : undefined

type Pages<Item> = InfiniteData<Page<Item>>

interface ListChange<Item, Input, Result> {
  noun: string
  run(input: Input): Promise<Result>
  /** Optimistic update of an item. Without it, lists change when the response arrives. */
  apply?(item: Item, input: Input): Item | null
  succeeded(result: Result, input: Input): string | [title: string, description: string | undefined]
  undo?: Change<Pages<Item>, Input, Result>['undo']
  undone?: string
  failed: string | ((error: Error) => [title: string, description?: string])
  inForm?: true
}

/** A change of one record that is shown in every list of its noun. */
export function useListChange<Item, Input = void, Result = unknown>(change: ListChange<Item, Input, Result>) {
  const { noun, apply, succeeded, undo, undone, failed, inForm } = change
  const queryClient = useQueryClient()
  return useChange<Pages<Item>, Input, Result>({
    queryKey: listKey(noun),
    run: async (input) => {
      const result = await change.run(input)
      if (apply && isRecord(result)) {
        queryClient.setQueryData<object>([noun, 'one', result.id], (one) => one && { ...one, ...result })
      }
      return result
    },
    ...(apply && { apply: (pages, input) => mapItems(pages, (item) => apply(item, input)) }),
    applyResult: (pages, result) => (apply ? withSaved(pages, result) : firstPageIfLong(pages)),
    applyRefusal: (pages, error) => (isOutdated(error) && !inForm ? firstPageIfLong(pages) : pages),
    succeeded,
    undo,
    undone,
    failed: (error) => {
      const [title, description] =
        typeof failed === 'string' ? [failed, 'Please try again later'] : failed(error)
      return [title, isOutdated(error) ? OUTDATED : hasCode(error, 'billed') ? error.message : description]
    },
    inForm,
  })
}

const OUTDATED = 'It was changed elsewhere in the meantime. Please check it again.'

const isOutdated = (error: Error): boolean => hasCode(error, 'version_conflict')

const isRecord = (result: unknown): result is { id: unknown } =>
  typeof result === 'object' && result !== null && 'id' in result

/** Replaces the optimistic item by the server's response. */
const withSaved = <Item>(pages: Pages<Item>, saved: unknown): Pages<Item> =>
  isRecord(saved)
    ? mapItems(pages, (item) => (isRecord(item) && item.id === saved.id ? { ...item, ...saved } : item))
    : pages

/** Long lists start again with their first page. */
const firstPageIfLong = <Item>({ pages, pageParams }: Pages<Item>): Pages<Item> =>
  isLong({ pages }) ? { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) } : { pages, pageParams }

const mapItems = <Item>(data: Pages<Item>, change: (item: Item) => Item | null): Pages<Item> => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map(change).filter((item) => item !== null),
  })),
})

/** The row if it is already loaded, so that its form opens at once. Otherwise it is fetched. */
export function useLoadedOrFetched<Row extends { id: number }, Fetched extends Row, Key extends QueryKey>(
  known: Row[] | undefined,
  id: number,
  query: (id: number) => UseQueryOptions<Fetched, Error, Fetched, Key>,
): Row | undefined {
  const loaded = known?.find((row) => row.id === id)
  const fetched = useQuery({ ...query(id), enabled: known !== undefined && !loaded })
  return loaded ?? fetched.data
}
