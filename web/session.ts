import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Who is signed in, or null: asked once, and kept until it changes. */
export const USER_KEPT = {
  queryKey: ['user'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}

export const isNotTheUser = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] !== USER_KEPT.queryKey[0]
export const forgetEverything = (queryClient: QueryClient) =>
  queryClient.removeQueries({ predicate: isNotTheUser })

/** Nothing of the last person stays for the next one. */
export function endLocally(queryClient: QueryClient): void {
  forgetEverything(queryClient)
  queryClient.setQueryData(USER_KEPT.queryKey, null)
}

const tabs = new BroadcastChannel('daybook-session')
export const tellOtherTabs = () => tabs.postMessage('changed')

/** Another tab signed somebody in or out: what this one shows may be somebody else's. */
export function followOtherTabs(queryClient: QueryClient): void {
  tabs.onmessage = () => void queryClient.resetQueries()
}
