import type { QueryClient } from '@tanstack/react-query'
import { createContext, type LoaderFunction } from 'react-router'

export const queryClientContext = createContext<QueryClient>()

/**
 * A route loader that requests what the screen shows first, unless it is cached, while the screen's code is loading.
 * It does not wait for responses: the screen shows what is loading and what failed.
 */
export const prefetchLoader =
  (prefetch: (queryClient: QueryClient, search: URLSearchParams) => Promise<unknown>[]): LoaderFunction =>
  ({ context, request }) => {
    void Promise.allSettled(prefetch(context.get(queryClientContext), new URL(request.url).searchParams))
    return null
  }
