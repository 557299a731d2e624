import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { USER_QUERY } from '#web/data/user-query.ts'

export const isNotUserQuery = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] !== USER_QUERY.queryKey[0]
export const clearCache = (queryClient: QueryClient) =>
  queryClient.removeQueries({ predicate: isNotUserQuery })

/** The end of this page's last session, if there was one. */
let ending: 'signed out' | 'ended' | 'demo ended' | undefined

/** It expired, or was ended from another device. */
export function markSessionEnded(): void {
  ending ??= 'ended'
}

/** State passed to the landing page when a screen redirects a visitor who is not signed in. */
export function landingState(returnTo: string): LandingState {
  if (ending === 'signed out') return {}
  if (ending === 'demo ended') return { demoEnded: true }
  return { returnTo, ...(ending === 'ended' && { sessionEnded: true }) }
}

export interface LandingState {
  /** The path that the visitor requested. */
  returnTo?: string | undefined
  sessionEnded?: true
  demoEnded?: true
  signInFailed?: true
  /** The visitor has no account, and cannot create one. */
  signUpClosed?: true
}

/** Says so first, or refused calls would look as if the session had ended by itself. */
export function signOutLocally(queryClient: QueryClient): void {
  ending = 'signed out'
  clearSession(queryClient)
}

/**
 * After a call was refused for lack of a session: if the user was signed in, the session has ended. While the user is
 * still being fetched, that response decides.
 */
export function leaveEndedSession(queryClient: QueryClient): void {
  const user = queryClient.getQueryData<{ demo?: unknown } | null>(USER_QUERY.queryKey)
  if (user === undefined) return
  if (user?.demo) ending ??= 'demo ended'
  else if (user) markSessionEnded()
  clearSession(queryClient)
}

/** Removes everything of this user before the next one signs in. */
function clearSession(queryClient: QueryClient): void {
  clearCache(queryClient)
  queryClient.setQueryData(USER_QUERY.queryKey, null)
  forgetBooks()
}

/** Also what this browser kept for the time without a connection. */
export function forgetBooks(): void {
  import('#web/data/last-known.ts').then(({ forgetLastKnown }) => forgetLastKnown()).catch(() => undefined)
}

let tabs: BroadcastChannel | undefined

function openTabs(): BroadcastChannel {
  tabs ??= new BroadcastChannel('daybook-session')
  return tabs
}

type SessionChange = 'changed' | 'signed out'

export const notifyOtherTabs = (change: SessionChange): void => openTabs().postMessage(change)

/** Another tab signed in or out, so this one may show another user's data. */
export function followOtherTabs(queryClient: QueryClient): void {
  openTabs().onmessage = ({ data }: MessageEvent<SessionChange>) => {
    if (data === 'signed out') return signOutLocally(queryClient)
    ending = undefined
    void queryClient.resetQueries()
  }
}
