import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { signInRefusal, useAskForCode } from './client.ts'
import { EmailSignIn } from './contract.ts'

/** Asks for the address that a code is mailed to. A browser also offers passkeys in its field. */
export function EmailForm({ isFirst, onAsked }: { isFirst: boolean; onAsked(address: string): void }) {
  const [email, setEmail] = useState('')
  const [invalid, setInvalid] = useState<string>()
  const ask = useAskForCode()
  const error = invalid ?? (ask.error ? signInRefusal(ask.error) : undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ask.isPending) return
    const entered = EmailSignIn.safeParse({ email })
    setInvalid(entered.error?.issues[0]?.message)
    if (entered.success) ask.mutate(entered.data.email, { onSuccess: () => onAsked(entered.data.email) })
    else document.getElementById('sign-in-email')?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Email" id="sign-in-email" error={error}>
        <Input
          type="email"
          name="email"
          autoComplete="username webauthn"
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          className="h-11"
        />
      </Field>
      <Button
        type="submit"
        variant={isFirst ? 'primary' : 'secondary'}
        size="lg"
        className="w-full"
        pending={ask.isPending}
      >
        Email me a code
      </Button>
    </form>
  )
}
