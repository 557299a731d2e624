import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { takeReturnPath } from '#web/navigation/return-path.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { explainPasskeyFailure, signInWithPasskey, usePasskeyAutofill } from './client.ts'

type PasskeySignInProps = {
  /** The first button of the page. */
  isFirst: boolean
  /** The page has a field for the email address, in which the browser offers passkeys as well. */
  hasEmailField: boolean
}

/** Signs in with a passkey. */
export function PasskeySignIn({ isFirst, hasEmailField }: PasskeySignInProps) {
  const queryClient = useQueryClient()
  const enter = useEnter()
  const [failure, setFailure] = useState<string>()
  const fail = useCallback((error: unknown) => setFailure(explainPasskeyFailure(error)), [])
  const use = useMutation({ mutationFn: () => signInWithPasskey(queryClient) })
  const press = () => {
    setFailure(undefined)
    use.mutate(undefined, { onSuccess: enter, onError: fail })
  }
  return (
    <>
      {hasEmailField && <Autofill onSignedIn={enter} onRefused={fail} />}
      {failure && (
        <Alert tone="error" live title="No passkey was used">
          {failure}
        </Alert>
      )}
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        size="lg"
        className="w-full"
        pending={use.isPending}
        onClick={press}
      >
        <LockKeyhole aria-hidden /> Use a passkey
      </Button>
    </>
  )
}

type AutofillProps = { onSignedIn(): void; onRefused(error: unknown): void }

function Autofill({ onSignedIn, onRefused }: AutofillProps) {
  usePasskeyAutofill(onSignedIn, onRefused)
  return null
}

/** Goes to where the visitor wanted to. */
export function useEnter(): () => void {
  const navigate = useNavigate()
  return useCallback(() => void navigate(takeReturnPath() ?? '/dashboard', { replace: true }), [navigate])
}
