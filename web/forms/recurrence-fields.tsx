import { useFormContext } from 'react-hook-form'
import { type DateOnly, isDateOnly } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'
import { Frequency, frequencyLabel, nextDate, type Recurrence } from '#core/recurrence.ts'
import { SelectField } from '#web/forms/select-field.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'

/** The form of something that recurs. It provides itself as the context. */
export interface RecurrenceForm {
  frequency: Frequency
  start_date: string
  end_date?: string | null | undefined
}

const FREQUENCIES = Frequency.options.map((frequency) => ({
  value: frequency,
  label: frequencyLabel[frequency],
}))

export function FrequencyField({ prefix }: { prefix: string }) {
  const { control } = useFormContext<RecurrenceForm>()
  return (
    <SelectField
      control={control}
      name="frequency"
      id={`${prefix}-frequency`}
      label="Repeats"
      required
      options={FREQUENCIES}
    />
  )
}

export function StartAndEndFields({ prefix, hint }: { prefix: string; hint: string | undefined }) {
  const { register, formState } = useFormContext<RecurrenceForm>()
  const { errors } = formState
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        id={`${prefix}-start_date`}
        label="Start"
        required
        error={errors.start_date?.message}
        hint={hint}
      >
        <DateInput {...register('start_date')} />
      </Field>
      <Field id={`${prefix}-end_date`} label="End" error={errors.end_date?.message}>
        <DateInput {...register('end_date')} />
      </Field>
    </div>
  )
}

/** Labels and texts of the fields, for version conflicts. */
export const comparedRecurrence = {
  frequency: { label: 'Repeats', text: (frequency: Frequency) => frequencyLabel[frequency] },
  start_date: { label: 'Start', text: formatDate },
  end_date: { label: 'End', text: formatDate },
}

/** The recurrence being entered, as soon as it has dates. */
export const recurrenceIn = ({
  frequency,
  start_date,
  end_date,
}: Partial<RecurrenceForm>): Recurrence | null =>
  frequency && start_date && isDateOnly(start_date)
    ? { frequency, start_date, end_date: end_date || null }
    : null

/** "Next: Dec 1, 2026, then Jan 1, 2027."; empty if there is none. */
export function describeNextDates(recurrence: Recurrence, after: DateOnly): string {
  const next = nextDate(recurrence, after)
  const following = next && nextDate(recurrence, next)
  const dates = [next, following].filter((date) => date !== null).map((date) => formatDate(date))
  return dates.length > 0 ? `Next: ${dates.join(', then ')}.` : ''
}
