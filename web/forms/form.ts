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
import { withFieldName, withRowName } from '#core/field-error.ts'
import type { FigureKind } from '#core/figures.ts'
import { ApiError } from '#web/data/api-error.ts'
import type { FormError } from '#web/ui/form-errors.tsx'

/**
 * A form over a contract's schema: its values have the API's format and are validated by the same rules as on the
 * server.
 */
export function useSchemaForm<Output, Input extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  defaultValues: NoInfer<DefaultValues<Input>>,
): UseFormReturn<Input, unknown, Input> {
  return useForm<Input, unknown, Input>({
    resolver: zodResolver(schema, undefined, { raw: true }),
    defaultValues,
  })
}

/**
 * Registers a FigureInput. The value is the parsed number, or null for an empty field. Text that cannot be parsed is
 * kept for the schema to reject.
 */
export const figure = <Values extends FieldValues, Name extends FieldPath<Values>>(
  register: UseFormRegister<Values>,
  name: Name,
  kind: FigureKind,
) => ({
  ...register(name, { setValueAs: (written: unknown) => parseFigure(written, kind) }),
  kind,
})

function parseFigure(written: unknown, { read }: FigureKind): unknown {
  if (typeof written !== 'string') return written
  return written.trim() === '' ? null : (read(written) ?? written)
}

/** For `register`: an empty field becomes null. */
export const blankIsNull = { setValueAs: (text: unknown) => (text === '' ? null : text) }

/** A form's errors for the list at its top. Each links to the field `${prefix}-${name}`, in a row to `${prefix}-items-0-${name}`. */
export const errorList = (errors: FieldErrors, prefix: string): FormError[] =>
  Object.entries(errors).flatMap(([name, error]) => {
    const message = error?.message ?? error?.root?.message
    return [
      ...(typeof message === 'string'
        ? [{ id: `${prefix}-${name}`, message: withFieldName(name, message) }]
        : []),
      ...rowErrors(error, name, prefix),
    ]
  })

/** Errors of the rows of a list in the form; rows without errors are empty. */
function rowErrors(error: unknown, list: string, prefix: string): FormError[] {
  if (!Array.isArray(error)) return []
  return Array.from(error as (FieldErrors | undefined)[], (row = {}, index) =>
    errorList(row, `${prefix}-${list}-${index}`).map(({ id, message }) => ({
      id,
      message: withRowName(list, index, message),
    })),
  ).flat()
}

/** Shows the server's field errors next to the fields. Returns whether there were any. */
export function showServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): boolean {
  const fields = error instanceof ApiError ? (error.body.fields ?? {}) : {}
  for (const [name, message] of Object.entries(fields)) form.setError(name as FieldPath<Values>, { message })
  return Object.keys(fields).length > 0
}
