import { keepPreviousData, type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/data/api.ts'
import { type SearchResult, searchApi } from './contract.ts'

const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', 'results', q],
    queryFn: () => call(searchApi.search, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })

const DELAY_MS = 120
const NONE: SearchResult[] = []

/** The results of a text, once one has stopped typing for a moment. */
export function useSearch(text: string) {
  const q = text.trim()
  const [asked, setAsked] = useState(q)
  useEffect(() => {
    const wait = setTimeout(() => setAsked(q), DELAY_MS)
    return () => clearTimeout(wait)
  }, [q])
  const { data, isPlaceholderData, isError } = useQuery(searchQuery(asked))
  const isOld = asked !== q || isPlaceholderData || (data === undefined && !isError)
  return {
    /** While it is pending, those of the text before. */
    results: q === '' || isError ? NONE : (data ?? NONE),
    pending: q !== '' && isOld,
    failed: isError && asked === q,
  }
}

/** Records that were opened from the palette in this tab, the last first. They go with the session's other data. */
export const recentQuery = queryOptions<SearchResult[]>({
  queryKey: ['search', 'recent'],
  queryFn: skipToken,
  gcTime: Number.POSITIVE_INFINITY,
})

const MAX_RECENT = 5

export function rememberOpened(queryClient: QueryClient, opened: SearchResult): void {
  queryClient.setQueryData(recentQuery.queryKey, (before = []) =>
    [opened, ...before.filter(({ kind, id }) => kind !== opened.kind || id !== opened.id)].slice(
      0,
      MAX_RECENT,
    ),
  )
}
