import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Who is signed in, or null: asked once, and kept until it changes. */
export const USER_KEPT = {
  queryKey: ['user'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}

export const isNotUserQuery = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] !== USER_KEPT.queryKey[0]
export const clearCache = (queryClient: QueryClient) =>
  queryClient.removeQueries({ predicate: isNotUserQuery })

/** How the last session of this page ended, if it had one. */
let ending: 'signed out' | 'ended' | undefined

/** It expired, or was ended from elsewhere. */
export function markSessionEnded(): void {
  ending ??= 'ended'
}

/** What the landing page is told when a screen sends somebody there who is not signed in. */
export function landingState(wanted: string): LandingState {
  if (ending === 'signed out') return {}
  return { wanted, ...(ending === 'ended' && { sessionEnded: true }) }
}

export interface LandingState {
  /** Where the visitor wanted to go. */
  wanted?: string | undefined
  sessionEnded?: true
  signInFailed?: true
}

export function signOutLocally(queryClient: QueryClient): void {
  ending = 'signed out'
  clearSession(queryClient)
}

/**
 * A call was refused because nobody is signed in: if somebody was, the session has ended. While it is still being asked
 * who is signed in, that answer says more.
 */
export function leaveEndedSession(queryClient: QueryClient): void {
  const user = queryClient.getQueryData(USER_KEPT.queryKey)
  if (user === undefined) return
  if (user) markSessionEnded()
  clearSession(queryClient)
}

/** Nothing of the last person stays for the next one. */
function clearSession(queryClient: QueryClient): void {
  clearCache(queryClient)
  queryClient.setQueryData(USER_KEPT.queryKey, null)
}

let tabs: BroadcastChannel | undefined

function openTabs(): BroadcastChannel {
  tabs ??= new BroadcastChannel('daybook-session')
  return tabs
}

export const tellOtherTabs = () => openTabs().postMessage('changed')

/** Another tab signed somebody in or out: what this one shows may be somebody else's. */
export function followOtherTabs(queryClient: QueryClient): void {
  openTabs().onmessage = () => {
    ending = undefined
    void queryClient.resetQueries()
  }
}
