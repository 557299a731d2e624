import type { QueryClient } from '@tanstack/react-query'
import { createContext, type LoaderFunction } from 'react-router'

export const queryClientContext = createContext<QueryClient>()

/**
 * The loader of a route that asks for what its screen shows first and is not cached yet, while the code of the screen is
 * loading. It waits for no answer: the screen says itself what is still loading, and what failed.
 */
export const prefetchLoader =
  (prefetch: (queryClient: QueryClient, search: URLSearchParams) => Promise<unknown>[]): LoaderFunction =>
  ({ context, request }) => {
    void Promise.allSettled(prefetch(context.get(queryClientContext), new URL(request.url).searchParams))
    return null
  }
