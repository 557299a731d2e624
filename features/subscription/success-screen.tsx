import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#features/account/client.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { useRefreshSubscription } from './client.ts'

const SECONDS = 5

/** Where the payment provider sends her back to. */
export function SuccessScreen() {
  const secondsLeft = useCountdown()
  const navigate = useNavigate()
  const { status } = useSession()
  const [search] = useSearchParams()
  const { mutate: refresh } = useRefreshSubscription()
  const sessionId = search.get('session_id')

  useEffect(() => {
    if (status === 'signed-in') refresh(sessionId)
  }, [status, sessionId, refresh])

  useEffect(() => {
    if (secondsLeft === 0) void navigate('/dashboard', { replace: true })
  }, [secondsLeft, navigate])

  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <title>Welcome · Daybook</title>
      <div className="flex max-w-md flex-col items-center text-center">
        <CircleCheck aria-hidden="true" className="size-12 text-green-ink" strokeWidth={1.5} />
        <h1 className="mt-5 text-title font-semibold tracking-tight">Welcome to Daybook!</h1>
        <p className="mt-2 text-lead text-balance text-muted">
          Your subscription is activated. You now have access to all premium features.
        </p>
        <ButtonLink to="/dashboard" variant="primary" size="lg" className="mt-8">
          Go to Dashboard
        </ButtonLink>
        <p className="mt-4 text-meta text-muted tabular-nums">
          Redirecting automatically in {secondsLeft} seconds...
        </p>
      </div>
    </main>
  )
}

function useCountdown(): number {
  const [left, setLeft] = useState(SECONDS)
  useEffect(() => {
    const ticking = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(ticking)
  }, [])
  return left
}
