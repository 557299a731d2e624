import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { explainPasskeyFailure, signInWithCode } from './client.ts'
import { RecoveryInput } from './contract.ts'
import { useEnter } from './passkey-sign-in.tsx'

/** Signs in with a recovery code. */
export function RecoveryForm() {
  const enter = useEnter()
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const form = useSchemaForm(RecoveryInput, { email: '', code: '' })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (input) => {
    setFailure(undefined)
    try {
      await signInWithCode(queryClient, input)
      enter()
    } catch (error) {
      if (!showServerErrors(form, error)) setFailure(explainPasskeyFailure(error))
    }
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure && (
        <Alert tone="error" live title="You are not signed in">
          {failure}
        </Alert>
      )}
      <Field id="recovery-email" label="Email address" required error={errors.email?.message}>
        <Input type="email" inputMode="email" autoComplete="email" className="h-11" {...register('email')} />
      </Field>
      <Field
        id="recovery-code"
        label="Recovery code"
        required
        hint="One of the ten codes that you saved. It works once."
        error={errors.code?.message}
      >
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="h-11 font-mono"
          {...register('code')}
        />
      </Field>
      <Button variant="primary" size="lg" type="submit" className="w-full" pending={isSubmitting}>
        Sign In
      </Button>
    </form>
  )
}
