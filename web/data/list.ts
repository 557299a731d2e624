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
import { useChange } from '#web/data/change.ts'
import { isLong } from '#web/data/refresh-books.ts'
import type { Failure } from '#web/ui/load-failed.tsx'

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

/** What loads keeps the last list in view. */
export function useList<Item>(query: ListQuery<Item>) {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(query)
  const [noun] = query.queryKey
  useEffect(
    () => () => {
      queryClient.setQueriesData<Pages<Item>>({ queryKey: listKey(noun) }, (list) => list && shortened(list))
    },
    [queryClient, noun],
  )
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

type Pages<Item> = InfiniteData<Page<Item>>

interface ListChange<Item, Input, Result> {
  noun: Noun
  run(input: Input): Promise<Result>
  /** What becomes of an item of the lists as soon as it is asked for; left out, they change with the answer. */
  apply?(item: Item, input: Input): Item | null
  succeeded(result: Result, input: Input): string
  failed: string | ((error: Error) => [title: string, description?: string])
  inForm?: true
}

/** A change of one record, which shows in every list of its noun. */
export function useListChange<Item, Input = void, Result = unknown>(change: ListChange<Item, Input, Result>) {
  const { noun, apply, succeeded, failed, inForm } = change
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
    answered: (pages, result) => (apply ? withSaved(pages, result) : shortened(pages)),
    refused: (pages, error) => (isOutdated(error) && !inForm ? shortened(pages) : pages),
    succeeded,
    failed: (error) => {
      const [title, description] =
        typeof failed === 'string' ? [failed, 'Please try again later'] : failed(error)
      return [title, isOutdated(error) ? OUTDATED : description]
    },
    inForm,
  })
}

const OUTDATED = 'It was changed elsewhere in the meantime. Please check it again.'

const isOutdated = (error: Error): boolean => hasCode(error, 'version_conflict')

const isRecord = (result: unknown): result is { id: unknown } =>
  typeof result === 'object' && result !== null && 'id' in result

/** What the server answered stands in place of what was guessed. */
const withSaved = <Item>(pages: Pages<Item>, saved: unknown): Pages<Item> =>
  isRecord(saved)
    ? mapItems(pages, (item) => (isRecord(item) && item.id === saved.id ? { ...item, ...saved } : item))
    : pages

/** Long lists begin anew with their first page. */
const shortened = <Item>({ pages, pageParams }: Pages<Item>): Pages<Item> =>
  isLong({ pages }) ? { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) } : { pages, pageParams }

const mapItems = <Item>(data: Pages<Item>, change: (item: Item) => Item | null): Pages<Item> => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map(change).filter((item) => item !== null),
  })),
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
