import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { visitorQuery } from '#features/pages/pricing/client.ts'
import type { LandingState } from '#web/data/session.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { sameSitePath } from '#web/navigation/return-path.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { LandingScreen } from './landing-screen.tsx'

export function HomeScreen() {
  const { data: user, isPending } = useQuery(visitorQuery)
  const { state: arrivedWith }: { state: LandingState | null } = useLocation()
  // The prerendered page has no state, so the first render ignores it too.
  const state = useHydrated() ? arrivedWith : null
  const [signIn, setSignIn] = useState<'leaving' | 'failed'>()
  const [demo, setDemo] = useState<'opening' | { failed: string }>()
  const failed = signIn === 'failed' || (signIn === undefined && state?.signInFailed === true)
  const returnTo = () => sameSitePath(state?.returnTo, location.origin)

  if (isPending) return <LoadingScreen />
  if (user) return <Navigate to={returnTo() ?? '/dashboard'} replace />

  const leave = () => {
    setSignIn('leaving')
    import('#features/foundation/sign-in/client.ts')
      .then(({ goToSignIn }) => goToSignIn(returnTo()))
      .catch(() => setSignIn('failed'))
  }
  const openDemo = () => {
    setDemo('opening')
    import('#features/pages/demo/client.ts').then(
      (client) => client.openDemo().catch((error) => setDemo({ failed: client.demoRefusal(error) })),
      () => setDemo({ failed: 'Please try again later' }),
    )
  }
  return (
    <LandingScreen
      onSignIn={leave}
      signingIn={signIn === 'leaving'}
      onOpenDemo={openDemo}
      openingDemo={demo === 'opening'}
      notice={
        typeof demo === 'object' ? (
          <Alert tone="error" live title="The demo could not be opened">
            {demo.failed}
          </Alert>
        ) : (
          <Notice failed={failed} state={state} onSignIn={leave} />
        )
      }
    />
  )
}

type NoticeProps = { failed: boolean; state: LandingState | null; onSignIn(): void }

function Notice({ failed, state, onSignIn }: NoticeProps) {
  if (failed) return <Alert tone="error" live title="Sign-in failed. Please try again." />
  if (state?.signUpClosed)
    return (
      <Alert tone="error" live title="New accounts cannot be created here.">
        Ask the person who runs this Daybook to let you in.
      </Alert>
    )
  if (state?.demoEnded) return <Alert tone="info" live title="Your demo has ended, and was deleted." />
  if (!state?.sessionEnded) return null
  return (
    <Alert
      tone="info"
      live
      title="Your session has ended. Please sign in again."
      action={<Button onClick={onSignIn}>Sign in again</Button>}
    />
  )
}
