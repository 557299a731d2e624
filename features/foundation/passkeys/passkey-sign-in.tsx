import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { takeReturnPath } from '#web/navigation/return-path.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  explainPasskeyFailure,
  signInWithCredential,
  signInWithPasskey,
  type UsedCredential,
  usePasskeyAutofill,
} from './client.ts'

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
  const outcome = {
    onMutate: () => setFailure(undefined),
    onSuccess: (isSignedIn: boolean) => isSignedIn && enter(),
    onError: (error: unknown) => setFailure(explainPasskeyFailure(error)),
  }
  const press = useMutation({ mutationFn: () => signInWithPasskey(queryClient), ...outcome })
  const choice = useMutation({
    mutationFn: (credential: UsedCredential) => signInWithCredential(queryClient, credential),
    ...outcome,
  })
  // Also until the page is left: a second session would end the first one.
  const isBusy = [press, choice].some(({ isPending, data }) => isPending || data)
  return (
    <>
      {hasEmailField && <Autofill onChosen={choice.mutate} />}
      {failure && (
        <Alert tone="error" live title="No passkey was used">
          {failure}
        </Alert>
      )}
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        size="lg"
        className="w-full"
        pending={isBusy}
        onClick={() => press.mutate()}
      >
        <LockKeyhole aria-hidden /> Use a passkey
      </Button>
    </>
  )
}

type AutofillProps = { onChosen(credential: UsedCredential): void }

function Autofill({ onChosen }: AutofillProps) {
  usePasskeyAutofill(onChosen)
  return null
}

/** Goes to where the visitor wanted to. */
export function useEnter(): () => void {
  const navigate = useNavigate()
  return useCallback(() => void navigate(takeReturnPath() ?? '/dashboard', { replace: true }), [navigate])
}
