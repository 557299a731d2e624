import type { QueryClient } from '@tanstack/react-query'

/** The signed-in user, or null. Fetched once and cached until it changes. */
export const USER_QUERY = {
  queryKey: ['user'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  // Without a connection, the user is the one this browser knew last.
  networkMode: 'always' as const,
}

export const accountIn = (queryClient: QueryClient): number | undefined =>
  queryClient.getQueryData<{ id: number } | null>(USER_QUERY.queryKey)?.id
