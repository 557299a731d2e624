import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type DateOnly, dateIn } from '#core/calendar.ts'
import { type Currency, DEFAULT_CURRENCY } from '#core/currency.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { setPageLocale } from '#core/format.ts'
import { call, setShownAccount } from '#web/data/api.ts'
import { ApiError, hasCode } from '#web/data/api-error.ts'
import { useChange } from '#web/data/change.ts'
import { logFailure } from '#web/data/log.ts'
import { refresh } from '#web/data/refresh-books.ts'
import { useServerTime } from '#web/data/server-clock.ts'
import {
  clearCache,
  forgetBooks,
  isNotUserQuery,
  markSessionEnded,
  notifyOtherTabs,
} from '#web/data/session.ts'
import { USER_QUERY } from '#web/data/user-query.ts'
import { checkConnection, isConnected, onConnection } from '#web/offline/connection.ts'
import { type AccountForm, type AccountSession, accountApi, type User } from './contract.ts'

export type Session = { status: 'pending' } | { status: 'signed-in'; user: User } | { status: 'signed-out' }

export const userQuery = queryOptions({ ...USER_QUERY, queryFn: ({ client }) => fetchUser(client) })

export async function fetchUser(queryClient: QueryClient): Promise<User | null> {
  try {
    return asShown(await call(accountApi.me))
  } catch (error) {
    const known = error instanceof ApiError ? null : await lastKnownUser(queryClient)
    if (known) return asShown(known)
    const failure = failedCall('Failed to fetch user', error)
    if (hasCode(error, 'session_ended')) markSessionEnded()
    if (error instanceof ApiError && error.status === 401) forgetBooks()
    else logFailure(failure)
    return null
  }
}

function asShown(user: User): User {
  setPageLocale(user.locale)
  setShownAccount(user.id)
  return user
}

/** Opens the books as this browser knew them last, and asks for everything again when the connection is back. */
async function lastKnownUser(queryClient: QueryClient): Promise<User | null> {
  await checkConnection()
  if (isConnected()) return null
  const shown = queryClient.getQueryData(userQuery.queryKey)
  const { showLastKnown } = await import('#web/data/last-known.ts')
  const user = shown ?? (await showLastKnown<User>(queryClient))
  if (user) {
    const unsubscribe = onConnection((isBack) => {
      if (!isBack) return
      unsubscribe()
      void queryClient.invalidateQueries()
    })
  }
  return user
}

/** After this browser has signed in: forgets what it knew, and loads the user. */
export async function beginSession(queryClient: QueryClient): Promise<void> {
  clearCache(queryClient)
  notifyOtherTabs('changed')
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
}

export const failedCall = (what: string, error: unknown) =>
  new Error(
    error instanceof ApiError
      ? `${what}: API responded with HTTP status ${error.status}`
      : `${what}: ${error}`,
    { cause: error },
  )

export function useSession(): Session {
  const { data, isPending } = useQuery(userQuery)
  if (isPending) return { status: 'pending' }
  return data ? { status: 'signed-in', user: data } : { status: 'signed-out' }
}

/** Undefined until the user is loaded, and for a visitor. */
export const useAccount = (): User['id'] | undefined => useQuery(userQuery).data?.id

/** True in the session of a demo. */
export function useIsDemo(): boolean {
  const { data } = useQuery(userQuery)
  return Boolean(data?.demo)
}

/** The account's time zone, or the browser's until the user is loaded. */
export function useTimeZone(): string {
  const { data } = useQuery(userQuery)
  return data?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The home currency; the default until it is known who is signed in. */
export function useHomeCurrency(): Currency {
  const { data } = useQuery(userQuery)
  return data?.currency ?? DEFAULT_CURRENCY
}

/** The account's day, by the server's clock. */
export function useToday(): DateOnly {
  const timeZone = useTimeZone()
  return useServerTime((now) => dateIn(timeZone, now))
}

/** Most of what is shown depends on the day, so a new one refetches it. */
export function useRefetchOnNewDay(): void {
  const queryClient = useQueryClient()
  const today = useToday()
  const shown = useRef(today)
  useEffect(() => {
    if (shown.current === today) return
    shown.current = today
    void queryClient.invalidateQueries({ predicate: isNotUserQuery })
  }, [queryClient, today])
}

/** "Today" and "this month" depend on the time zone, so everything else is refetched. */
export function useUpdateAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ form, ifMatch }: { form: AccountForm; ifMatch: IfMatch }) =>
      call(accountApi.update, { body: form, ifMatch }),
    onSuccess: (user) => {
      queryClient.setQueryData(userQuery.queryKey, user)
      void refresh(queryClient, { predicate: isNotUserQuery })
    },
  })
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call(accountApi.sessions),
  staleTime: 0,
})

export const useEndSession = () =>
  useChange<AccountSession[], AccountSession>({
    ...sessionsQuery,
    run: ({ id }) => call(accountApi.endSession, { params: { id } }),
    apply: (sessions, { id }) => sessions.filter((session) => session.id !== id),
    succeeded: () => 'Session ended',
    failed: 'Failed to end the session',
  })

export const useEndOtherSessions = () =>
  useChange<AccountSession[]>({
    ...sessionsQuery,
    run: () => call(accountApi.endOtherSessions),
    apply: (sessions) => sessions.filter(({ current }) => current),
    succeeded: () => 'All other sessions ended',
    failed: 'Failed to end the other sessions',
  })
