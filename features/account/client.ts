import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type DateOnly, dateIn } from '#core/calendar.ts'
import { call } from '#web/api.ts'
import { ApiError } from '#web/api-error.ts'
import { logFailure } from '#web/log.ts'
import { endLocally, forgetEverything, isNotTheUser, tellOtherTabs, USER_KEPT } from '#web/session.ts'
import { type AccountForm, accountApi, type User } from './contract.ts'

export type Session = { status: 'pending' } | { status: 'signed-in'; user: User } | { status: 'signed-out' }

export const userQuery = queryOptions({ ...USER_KEPT, queryFn: fetchUser })

export async function fetchUser(): Promise<User | null> {
  try {
    return await call(accountApi.me)
  } catch (error) {
    const failure = failed('Failed to fetch user', error)
    if (!(error instanceof ApiError && error.status === 401)) logFailure(failure)
    return null
  }
}

const failed = (what: string, error: unknown) =>
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

/** Where the account's days begin and end; the browser's own until it is known who is signed in. */
export function useTimeZone(): string {
  const { data } = useQuery(userQuery)
  return data?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

export const useToday = (): DateOnly => dateIn(useTimeZone(), new Date())

/** What is today and this month follows from the time zone, so everything else is asked for anew. */
export function useUpdateAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: AccountForm) => call(accountApi.update, { body }),
    onSuccess: (user) => {
      queryClient.setQueryData(userQuery.queryKey, user)
      void queryClient.invalidateQueries({ predicate: isNotTheUser })
    },
  })
}

export async function goToSignIn(): Promise<void> {
  try {
    const { redirectUrl } = await call(accountApi.redirectUrl, { params: { provider: 'google' } })
    location.assign(redirectUrl)
  } catch (error) {
    logFailure(failed('Failed to get login redirect URL', error))
    throw error
  }
}

let exchange: Promise<void> | undefined

/** Turns the code in the address into a session. A code is good for one exchange, so a page load makes only one. */
export function exchangeCodeOnce(queryClient: QueryClient): Promise<void> {
  exchange ??= exchangeCode(queryClient)
  return exchange
}

async function exchangeCode(queryClient: QueryClient): Promise<void> {
  const returned = new URLSearchParams(location.search)
  const code = returned.get('code')
  if (!code) {
    throw new Error('Cannot exchange code for session token: no code provided in the URL search params.')
  }
  try {
    await call(accountApi.signIn, {
      body: {
        code,
        state: returned.get('state') ?? undefined,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    })
  } catch (error) {
    throw failed('Failed to exchange code for session token', error)
  }
  forgetEverything(queryClient)
  tellOtherTabs()
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
}

export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    endLocally(queryClient)
    await navigate('/')
    await call(accountApi.signOut).catch(logFailure)
    tellOtherTabs()
  }
}
