import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { beginSession, failedCall } from '#features/foundation/account/client.ts'
import { call } from '#web/data/api.ts'
import { logFailure } from '#web/data/log.ts'
import { notifyOtherTabs, signOutLocally } from '#web/data/session.ts'
import { rememberReturnPath } from '#web/navigation/return-path.ts'
import { signInApi } from './contract.ts'

/** The last sign-out of this page. Its response clears the session cookie, so a new session waits for it. */
let signingOut: Promise<void> | undefined

/**
 * Goes to where people sign in, which leads back to `returnTo` or to the dashboard: to the identity provider, or to the page
 * with all ways to sign in, as the server says in its pages.
 */
export async function goToSignIn(returnTo?: string): Promise<void> {
  rememberReturnPath(returnTo)
  if (document.documentElement.dataset.signIn !== 'page') return goToProvider()
  await signingOut
  location.assign('/sign-in')
}

export async function goToProvider(): Promise<void> {
  await signingOut
  try {
    const { redirectUrl } = await call(signInApi.redirectUrl, { params: { provider: 'google' } })
    location.assign(redirectUrl)
  } catch (error) {
    logFailure(failedCall('Failed to get login redirect URL', error))
    throw error
  }
}

let exchange: Promise<void> | undefined

/** Exchanges the code in the address for a session. A code is valid once, so a page load exchanges it only once. */
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
    await call(signInApi.signIn, {
      body: {
        code,
        state: returned.get('state') ?? undefined,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    })
  } catch (error) {
    throw failedCall('Failed to exchange code for session token', error)
  }
  await beginSession(queryClient)
}

/** Clears the user before the server is called, so that no data stays on the screen while a slow server answers. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    signOutLocally(queryClient)
    notifyOtherTabs('signed out')
    const left = navigate('/')
    signingOut = call(signInApi.signOut).then(undefined, logFailure)
    await Promise.all([left, signingOut])
    notifyOtherTabs('changed')
  }
}
