import { useState } from 'react'
import { Entrance } from '#web/layout/entrance.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** The page of the link that a new server prints: `/setup#token`. */
export function SetupScreen() {
  const [setupToken] = useState(() => location.hash.slice(1))
  return (
    <Entrance title="Set up Daybook">
      <p className="mt-2 mb-6 text-muted">This creates the first account of your server: yours.</p>
      <SignUpForm setupToken={setupToken} />
    </Entrance>
  )
}
