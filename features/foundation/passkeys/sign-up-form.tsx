import { useQueryClient } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { explainPasskeyFailure, signUp } from './client.ts'
import { SignUpInput } from './contract.ts'
import { useEnter } from './passkey-sign-in.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type SignUpFormProps = {
  /** From the link that a new server prints. */
  setupToken?: string
}

/** Creates an account whose way in is a passkey, then shows its recovery codes. */
export function SignUpForm({ setupToken }: SignUpFormProps) {
  const enter = useEnter()
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>()
  const [failure, setFailure] = useState<string>()
  const form = useSchemaForm(SignUpInput, { name: '', email: '' })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (owner) => {
    setFailure(undefined)
    try {
      setCodes(
        await signUp(queryClient, { ...owner, ...(setupToken !== undefined && { setup_token: setupToken }) }),
      )
    } catch (error) {
      if (!showServerErrors(form, error)) setFailure(explainPasskeyFailure(error))
    }
  })

  if (codes) {
    return (
      <section aria-labelledby="codes-title" className="flex flex-col gap-4">
        <div>
          <h2 id="codes-title" className="text-lead font-semibold">
            Save your recovery codes
          </h2>
          <p className="mt-1 text-muted">
            If you lose your passkeys, each code signs you in once. They are not shown again.
          </p>
        </div>
        <RecoveryCodes codes={codes} />
        <Button variant="primary" size="lg" className="w-full" onClick={enter}>
          I have saved them
        </Button>
      </section>
    )
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure && (
        <Alert tone="error" live title="The account was not created">
          {failure}
        </Alert>
      )}
      <Field id="sign-up-name" label="Your name" required error={errors.name?.message}>
        <Input autoComplete="name" className="h-11" {...register('name')} />
      </Field>
      <Field id="sign-up-email" label="Email address" required error={errors.email?.message}>
        <Input type="email" inputMode="email" autoComplete="email" className="h-11" {...register('email')} />
      </Field>
      <Button variant="primary" size="lg" type="submit" className="w-full" pending={isSubmitting}>
        <LockKeyhole aria-hidden /> Create your account
      </Button>
      <p className="text-meta text-muted">
        Your device keeps a passkey for it. You sign in by fingerprint, face or screen lock, with no password.
      </p>
    </form>
  )
}
