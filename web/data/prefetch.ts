import type { QueryClient } from '@tanstack/react-query'
import { createContext, type LoaderFunction } from 'react-router'
import { USER_QUERY } from '#web/data/user-query.ts'

export const queryClientContext = createContext<QueryClient>()

type Prefetch = (queryClient: QueryClient, search: URLSearchParams) => Promise<unknown>[]

/**
 * A route loader that requests what the screen shows first, unless it is cached, while the screen's code is loading.
 * It does not wait for responses: the screen shows what is loading and what failed. A visitor without a session is asked
 * for nothing that would be refused.
 */
export const prefetchLoader =
  (prefetch: Prefetch): LoaderFunction =>
  (args) =>
    mayBeSignedIn(args.context.get(queryClientContext)) ? publicPrefetchLoader(prefetch)(args) : null

/** Prefetches for a page that is open to everyone. */
export const publicPrefetchLoader =
  (prefetch: Prefetch): LoaderFunction =>
  ({ context, request }) => {
    void Promise.allSettled(prefetch(context.get(queryClientContext), new URL(request.url).searchParams))
    return null
  }

/** Until the user is fetched, the page says whether it was sent to a browser without a session. */
export function mayBeSignedIn(
  queryClient: QueryClient,
  page: { dataset: DOMStringMap } = document.documentElement,
): boolean {
  const user = queryClient.getQueryData(USER_QUERY.queryKey)
  return user === undefined ? page.dataset.session !== 'none' : user !== null
}
