import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { logFailure } from '#web/log.ts'
import { exchangeCodeOnce } from './client.ts'

export function CallbackScreen() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  useEffect(() => {
    exchangeCodeOnce(queryClient).then(
      () => navigate('/dashboard', { replace: true }),
      (error: unknown) => {
        logFailure(error)
        return navigate('/', { replace: true, state: { signInFailed: true } })
      },
    )
  }, [queryClient, navigate])

  return <LoadingScreen text="Signing you in..." />
}
