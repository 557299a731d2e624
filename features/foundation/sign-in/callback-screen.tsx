import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { hasCode } from '#web/data/api-error.ts'
import { logFailure } from '#web/data/log.ts'
import type { LandingState } from '#web/data/session.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { takeReturnPath } from '#web/navigation/return-path.ts'
import { exchangeCodeOnce } from './client.ts'

export function CallbackScreen() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  useEffect(() => {
    exchangeCodeOnce(queryClient).then(
      () => navigate(takeReturnPath() ?? '/dashboard', { replace: true }),
      (error: unknown) => {
        logFailure(error)
        const closed = error instanceof Error && hasCode(error.cause, 'sign_up_closed')
        const state: LandingState = {
          returnTo: takeReturnPath(),
          ...(closed ? { signUpClosed: true } : { signInFailed: true }),
        }
        return navigate('/', { replace: true, state })
      },
    )
  }, [queryClient, navigate])

  return <LoadingScreen text="Signing you in..." />
}
