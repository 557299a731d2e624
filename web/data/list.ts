import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { Endpoint, Output, Page } from '#core/endpoint.ts'
import { callPage } from '#web/data/api.ts'
import { hasCode } from '#web/data/api-error.ts'
import type { Failure } from '#web/ui/load-failed.tsx'
import { toast } from '#web/ui/toast.ts'

type ListEndpoint = Endpoint & { paged: true }
type ItemOf<E extends ListEndpoint> = Output<E>[number & keyof Output<E>]

/** The first part of every key under which answers about a noun are cached. */
export type Noun = 'clients' | 'projects' | 'time-entries' | 'invoices' | 'expenses'

const listKey = (noun: Noun): QueryKey => [noun, 'list']

/** A list of the server, searched there and loaded page by page. */
export const listQuery = <E extends ListEndpoint>(
  noun: Noun,
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
  queryKey: readonly [Noun, 'list', Record<string, unknown>],
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

const LONG = 3

/** A list that somebody scrolled far into is not loaded again page by page behind her back. */
const isLong = (data: unknown) => ((data as InfiniteData<unknown> | undefined)?.pages?.length ?? 0) > LONG

/** What loads keeps the last list in view. */
export function useList<Item>(query: ListQuery<Item>) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(query)
  const [noun] = query.queryKey
  useEffect(() => () => shortenLists(queryClient, noun), [queryClient, noun])
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data])
  const { fetchNextPage, refetch } = list
  const failed = items === undefined && list.isError
  const failure = useMemo(
    () => failureOf({ data: items, isError: failed, refetch }),
    [items, failed, refetch],
  )
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  return {
    /** Undefined until the first answer; a list that cannot be loaded stays empty, and there is a `failure`. */
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
  refetch(): Promise<unknown>
}

/** What could not be loaded, and of which nothing older is there either. */
export const failureOf = ({ data, isError, refetch }: Loading): Failure | undefined =>
  data === undefined && isError ? { retry: () => void refetch() } : undefined

interface Change<Item, Input, Result> {
  noun: Noun
  run(input: Input): Promise<Result>
  /** What the list looks like as soon as it is asked for; left out, it changes with the answer. */
  apply?(item: Item, input: Input): Item | null
  succeeded(result: Result, input: Input): string
  failed: string | ((error: Error) => [title: string, description?: string])
  /** Made in a form, which shows itself what was saved elsewhere meanwhile. */
  inForm?: true
}

/**
 * A change that shows at once where it can, and is taken back with a word of regret if the server refuses.
 * Afterwards everything that was computed from the books is asked for anew.
 */
export function useChange<Item, Input = void, Result = unknown>(change: Change<Item, Input, Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change.run,
    onMutate: async (input) => {
      const { apply } = change
      if (!apply) return undefined
      await queryClient.cancelQueries({ queryKey: listKey(change.noun) })
      const before = queryClient.getQueriesData({ queryKey: listKey(change.noun) })
      changeLists<Item>(queryClient, change.noun, (item) => apply(item, input))
      return { before }
    },
    onError: (error, _input, taken) => {
      for (const [key, data] of taken?.before ?? []) queryClient.setQueryData(key, data)
      const outdated = hasCode(error, 'version_conflict')
      if (outdated && change.inForm) return
      if (outdated) shortenLists(queryClient, change.noun)
      const [title, description] =
        typeof change.failed === 'string' ? [change.failed, 'Please try again later'] : change.failed(error)
      toast.error(title, outdated ? OUTDATED : description)
    },
    onSuccess: (result, input) => {
      if (change.apply) settleItem(queryClient, change.noun, result)
      else shortenLists(queryClient, change.noun)
      toast.success(change.succeeded(result, input))
    },
    // Not waited for: whoever saved is done when the server has it.
    onSettled: () => void refreshBooks(queryClient),
  })
}

const OUTDATED = 'It was changed elsewhere in the meantime. Please check it again.'

/** What the server answered stands in place of what was guessed. */
function settleItem(queryClient: QueryClient, noun: Noun, saved: unknown): void {
  if (typeof saved !== 'object' || saved === null || !('id' in saved)) return
  changeLists<{ id: unknown }>(queryClient, noun, (item) =>
    item.id === saved.id ? { ...item, ...saved } : item,
  )
  queryClient.setQueryData<object>([noun, 'one', saved.id], (one) => one && { ...one, ...saved })
}

/** Long lists begin anew with their first page. */
function shortenLists(queryClient: QueryClient, noun: Noun): void {
  queryClient.setQueriesData<InfiniteData<Page<unknown>>>({ queryKey: listKey(noun) }, (data) =>
    data && isLong(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  )
}

function changeLists<Item>(queryClient: QueryClient, noun: Noun, apply: (item: Item) => Item | null): void {
  queryClient.setQueriesData<InfiniteData<Page<Item>>>(
    { queryKey: listKey(noun) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map(apply).filter((item) => item !== null),
        })),
      },
  )
}

const UNTOUCHED = new Set<unknown>(['user', 'subscription', 'plans'])

/** Names are joined and sums are computed across nouns, so a change of one may show in any other. */
export const refreshBooks = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey, state }) => !UNTOUCHED.has(queryKey[0]) && !isLong(state.data),
  })

/** Of the rows at hand the one that is asked for, so that its form opens at once; any other is fetched. */
export function useAtHand<Row extends { id: number }, Fetched extends Row, Key extends QueryKey>(
  known: Row[] | undefined,
  id: number,
  query: (id: number) => UseQueryOptions<Fetched, Error, Fetched, Key>,
): Row | undefined {
  const atHand = known?.find((row) => row.id === id)
  const fetched = useQuery({ ...query(id), enabled: known !== undefined && !atHand })
  return atHand ?? fetched.data
}
