import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { WHO_AM_I } from '#core/who-am-i.ts'
import { type LandingState, USER_KEPT } from '#web/data/session.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { ownPath } from '#web/navigation/wanted-path.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LandingScreen } from './landing-screen.tsx'

export function HomeScreen() {
  const { data: user, isPending } = useQuery({ ...USER_KEPT, queryFn: fetchUserIfAny })
  const state: LandingState | null = useLocation().state
  const wanted = ownPath(state?.wanted, location.origin)
  const [signIn, setSignIn] = useState<'idle' | 'leaving' | 'failed'>(state?.signInFailed ? 'failed' : 'idle')

  if (isPending) return <LoadingScreen />
  if (user) return <Navigate to={wanted ?? '/dashboard'} replace />

  const leave = () => {
    setSignIn('leaving')
    import('#features/sign-in/client.ts')
      .then(({ goToSignIn }) => goToSignIn(wanted))
      .catch(() => setSignIn('failed'))
  }
  return (
    <LandingScreen
      onSignIn={leave}
      signingIn={signIn === 'leaving'}
      notice={<Notice failed={signIn === 'failed'} ended={state?.sessionEnded === true} onSignIn={leave} />}
    />
  )
}

type NoticeProps = { failed: boolean; ended: boolean; onSignIn(): void }

function Notice({ failed, ended, onSignIn }: NoticeProps) {
  if (failed) return <Alert tone="error" live title="Signing in did not work. Please try again." />
  if (!ended) return null
  return (
    <Alert
      tone="info"
      live
      title="Your session has ended. Please sign in again."
      action={<Button onClick={onSignIn}>Sign in again</Button>}
    />
  )
}

/** A visitor is told by the status alone: what reads answers is fetched for whoever is signed in, or is about to. */
const account = () => import('#features/account/client.ts')

async function fetchUserIfAny() {
  const response = await fetch(WHO_AM_I, { method: 'HEAD' }).catch(() => undefined)
  return response?.status === 401 ? null : (await account()).fetchUser()
}
