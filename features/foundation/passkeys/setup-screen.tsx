import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Wordmark } from '#web/layout/wordmark.tsx'
import { Card } from '#web/ui/card.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** The page of the link that a new server prints: `/setup#token`. */
export function SetupScreen() {
  const navigate = useNavigate()
  const [setupToken] = useState(() => location.hash.slice(1))
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-4 sm:p-6">
      <title>Set up Daybook</title>
      <meta name="robots" content="noindex, nofollow" />
      <Wordmark className="text-lead" />
      <Card className="flex w-full max-w-md flex-col gap-5 p-5 sm:p-6">
        <div>
          <h1 className="font-serif text-title font-semibold tracking-tight">Set up Daybook</h1>
          <p className="mt-1 text-muted">This creates the first account of your server: yours.</p>
        </div>
        <SignUpForm setupToken={setupToken} onDone={() => void navigate('/dashboard', { replace: true })} />
      </Card>
    </main>
  )
}
