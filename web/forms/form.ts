import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormRegister,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { withFieldName } from '#core/field-error.ts'
import type { FigureKind } from '#core/figures.ts'
import { ApiError } from '#web/data/api-error.ts'
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

/**
 * Registers a FigureInput: the form holds the number that was understood, and nothing for an empty field. What cannot be
 * understood stays as it is written, for the schema to refuse.
 */
export const figure = <Values extends FieldValues, Name extends FieldPath<Values>>(
  register: UseFormRegister<Values>,
  name: Name,
  kind: FigureKind,
) => ({
  ...register(name, { setValueAs: (written: unknown) => understood(written, kind) }),
  kind,
})

function understood(written: unknown, { read }: FigureKind): unknown {
  if (typeof written !== 'string') return written
  return written.trim() === '' ? null : (read(written) ?? written)
}

/** For `register`: an empty field is nothing. */
export const blankIsNull = { setValueAs: (text: unknown) => (text === '' ? null : text) }

/** The errors of a form as its list on top shows them; each leads to the field `${prefix}-${name}`. */
export const errorList = (errors: FieldErrors, prefix: string): FormError[] =>
  Object.entries(errors).flatMap(([name, error]) =>
    typeof error?.message === 'string'
      ? [{ id: `${prefix}-${name}`, message: withFieldName(name, error.message) }]
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
