import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { goToSignIn, useSession } from '#features/account/client.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { LandingScreen } from './landing-screen.tsx'

export function HomeScreen() {
  const session = useSession()
  const { state } = useLocation()
  const [signIn, setSignIn] = useState<'idle' | 'leaving' | 'failed'>(state?.signInFailed ? 'failed' : 'idle')

  if (session.status === 'pending') return <LoadingScreen />
  if (session.status === 'signed-in') return <Navigate to="/dashboard" replace />

  const leave = () => {
    setSignIn('leaving')
    goToSignIn().catch(() => setSignIn('failed'))
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
