import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { WHO_AM_I } from '#core/who-am-i.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { USER_KEPT } from '#web/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LandingScreen } from './landing-screen.tsx'

export function HomeScreen() {
  const { data: user, isPending } = useQuery({ ...USER_KEPT, queryFn: fetchUserIfAny })
  const { state } = useLocation()
  const [signIn, setSignIn] = useState<'idle' | 'leaving' | 'failed'>(state?.signInFailed ? 'failed' : 'idle')

  if (isPending) return <LoadingScreen />
  if (user) return <Navigate to="/dashboard" replace />

  const leave = () => {
    setSignIn('leaving')
    account()
      .then(({ goToSignIn }) => goToSignIn())
      .catch(() => setSignIn('failed'))
  }
  return (
    <LandingScreen
      onSignIn={leave}
      signingIn={signIn === 'leaving'}
      notice={
        signIn === 'failed' && (
          <Alert tone="error" live title="That sign-in did not work. Please try again." />
        )
      }
    />
  )
}

/** A visitor is told by the status alone: what reads answers is fetched for whoever is signed in, or is about to. */
const account = () => import('#features/account/client.ts')

async function fetchUserIfAny() {
  const response = await fetch(WHO_AM_I, { method: 'HEAD' }).catch(() => undefined)
  return response?.status === 401 ? null : (await account()).fetchUser()
}
