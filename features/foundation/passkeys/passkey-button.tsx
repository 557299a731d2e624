import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { signInWithPasskey } from './client.ts'

type PasskeyButtonProps = Pick<ButtonProps, 'variant' | 'className'> & {
  onSignedIn(): void
  onFailed(error: unknown): void
}

/** Signs in with a passkey. */
export function PasskeyButton({ onSignedIn, onFailed, ...style }: PasskeyButtonProps) {
  const queryClient = useQueryClient()
  const use = useMutation({ mutationFn: () => signInWithPasskey(queryClient) })
  const press = () => use.mutate(undefined, { onSuccess: onSignedIn, onError: onFailed })
  return (
    <Button size="lg" {...style} pending={use.isPending} onClick={press}>
      <KeyRound aria-hidden /> Use a passkey
    </Button>
  )
}
