import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { faultInFull } from '#core/fault.ts'
import { ApiError } from '#web/api-error.ts'
import type { FormError } from '#web/ui/form-errors.tsx'

/** A form over a contract's schema: it holds what goes over the wire, checked by the same rules as the server's. */
export function useSchemaForm<Schema extends z.ZodType<unknown, FieldValues>>(
  schema: Schema,
  defaultValues: DefaultValues<z.input<Schema>>,
): UseFormReturn<z.input<Schema>, unknown, z.input<Schema>> {
  return useForm<z.input<Schema>, unknown, z.input<Schema>>({
    resolver: zodResolver(schema as never, undefined, { raw: true }) as never,
    defaultValues,
  })
}

/** For `register`: an empty field is nothing, any other a number. */
export const numeric = { setValueAs: (text: unknown) => (text === '' || text === null ? null : Number(text)) }

/** For `register`: an empty field is nothing. */
export const blankIsNull = { setValueAs: (text: unknown) => (text === '' ? null : text) }

/** The errors of a form as its list on top shows them; each leads to the field `${prefix}-${name}`. */
export const errorList = (errors: FieldErrors, prefix: string): FormError[] =>
  Object.entries(errors).flatMap(([name, error]) =>
    typeof error?.message === 'string'
      ? [{ id: `${prefix}-${name}`, message: faultInFull(name, error.message) }]
      : [],
  )

/** Puts what the server found wrong beside the fields. Says whether it found such. */
export function showServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): boolean {
  const fields = error instanceof ApiError ? (error.body.fields ?? {}) : {}
  for (const [name, message] of Object.entries(fields)) form.setError(name as never, { message })
  return Object.keys(fields).length > 0
}
