import type { ComponentProps } from 'react'
import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { Select, type SelectOption } from '#web/ui/select.tsx'

type SelectFieldProps<Entered extends FieldValues, Sent, Value extends string | number | boolean> = Omit<
  ComponentProps<typeof Field>,
  'error' | 'children'
> & {
  control: Control<Entered, unknown, Sent>
  name: FieldPathByValue<Entered, Value | null | undefined>
  options: readonly SelectOption<Value>[]
  /** Chosen as long as the form has none. */
  fallback?: Value
  placeholder?: string
  onChosen?(value: Value): void
}

/** A choice of a few as a field of a form. */
export function SelectField<Entered extends FieldValues, Sent, Value extends string | number | boolean>({
  control,
  name,
  options,
  fallback,
  placeholder = '',
  onChosen,
  ...labels
}: SelectFieldProps<Entered, Sent, Value>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { onChange, value = fallback, ...field }, fieldState }) => (
        <Field {...labels} error={fieldState.error?.message}>
          <Select
            {...field}
            value={options.find((option) => option.value === value)?.value ?? null}
            onValueChange={(chosen) => {
              onChosen?.(chosen)
              onChange(chosen)
            }}
            options={options}
            placeholder={placeholder}
            disabled={labels.locked !== undefined}
          />
        </Field>
      )}
    />
  )
}
