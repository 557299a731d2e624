import { useRef } from 'react'
import { Controller, type DefaultValues, FormProvider } from 'react-hook-form'
import { addDays, type DateOnly, isDateOnly } from '#core/calendar.ts'
import { formatDate, formatHundredths, formatNumber } from '#core/format.ts'
import { fromHundredths } from '#core/hundredths.ts'
import { fromMinorUnits } from '#core/money.ts'
import { datesBetween, Frequency, nextDate } from '#core/recurrence.ts'
import { useHomeCurrency, useToday } from '#features/account/client.ts'
import { ExpenseFields } from '#features/expenses/expense-fields.tsx'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { fieldsOf } from '#web/forms/fields-of.ts'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Edited, useCreateRecurringExpense, useUpdateRecurringExpense } from './client.ts'
import { RecurringExpense, type RecurringExpenseForm, RecurringExpenseInput } from './contract.ts'
import { frequencyLabel } from './rules.ts'

export function NewRecurringExpenseDialog({ onClose }: { onClose(): void }) {
  const create = useCreateRecurringExpense()
  const today = useToday()
  const currency = useHomeCurrency()
  return (
    <RecurringExpenseDialog
      title="Add Recurring Expense"
      values={{
        currency,
        project_id: null,
        description: '',
        is_billable: false,
        markup_percent: null,
        share_receipts: true,
        frequency: 'month',
        start_date: today,
        end_date: '',
      }}
      save={create.mutateAsync}
      onClose={onClose}
    />
  )
}

interface EditRecurringExpenseDialogProps {
  recurring: RecurringExpense
  onClose(): void
}

export function EditRecurringExpenseDialog({ recurring, onClose }: EditRecurringExpenseDialogProps) {
  const update = useUpdateRecurringExpense(recurring.id)
  return (
    <RecurringExpenseDialog
      title="Edit Recurring Expense"
      recurring={recurring}
      values={toForm(recurring)}
      save={update.mutateAsync}
      onClose={onClose}
    />
  )
}

const toForm = (recurring: RecurringExpense): RecurringExpenseForm => ({
  ...fieldsOf(RecurringExpenseInput, recurring),
  amount: fromMinorUnits(recurring.amount, recurring.currency),
  markup_percent: fromHundredths(recurring.markup_percent),
  end_date: recurring.end_date ?? '',
})

const FREQUENCIES = Frequency.options.map((frequency) => ({
  value: frequency,
  label: frequencyLabel[frequency],
}))

const compared: Comparison<typeof RecurringExpenseInput, RecurringExpense>['fields'] = {
  description: { label: 'Description' },
  amount: { label: 'Amount', text: (amount) => formatNumber(Number(amount)) },
  currency: { label: 'Currency' },
  category: { label: 'Category' },
  is_billable: { label: 'Billable' },
  markup_percent: { label: 'Markup', text: (percent) => `${formatHundredths(percent)}%` },
  share_receipts: { label: 'Show receipts to the client' },
  frequency: { label: 'Repeats', text: (frequency) => frequencyLabel[frequency] },
  start_date: { label: 'Start', text: formatDate },
  end_date: { label: 'End', text: formatDate },
}

interface RecurringExpenseDialogProps {
  title: string
  recurring?: RecurringExpense
  values: DefaultValues<RecurringExpenseForm>
  save(entered: Edited): Promise<unknown>
  onClose(): void
}

function RecurringExpenseDialog(props: RecurringExpenseDialogProps) {
  const { title, recurring, values, save, onClose } = props
  const form = useSchemaForm(RecurringExpenseInput, values)
  const { register, control, formState, watch } = form
  const { errors } = formState
  const today = useToday()
  const projectName = useRef(recurring?.project_name ?? null)
  const conflict = useConflict(form, recurring, {
    record: RecurringExpense,
    input: RecurringExpenseInput,
    toForm,
    onUseSaved: (saved) => {
      projectName.current = saved.project_name
    },
    fields: {
      ...compared,
      project_id: {
        label: 'Project',
        text: (_, saved) => (saved ? saved.project_name : projectName.current) ?? '',
      },
    },
  })
  const opened = conflict.accepted ?? recurring

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="recurring"
      action="Save Recurring Expense"
      save={async (entered) => {
        await conflict.save(entered, (ifMatch) => save({ form: entered, ifMatch }))
        onClose()
      }}
      conflict={conflict.panel}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <ExpenseFields
          prefix="recurring"
          date={
            <Controller
              control={control}
              name="frequency"
              render={({ field: { onChange, value, ...field } }) => (
                <Field id="recurring-frequency" label="Repeats" required error={errors.frequency?.message}>
                  <Select {...field} value={value} onValueChange={onChange} options={FREQUENCIES} />
                </Field>
              )}
            />
          }
          more={
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Field
                id="recurring-start_date"
                label="Start"
                required
                error={errors.start_date?.message}
                hint={describeDates(watch(), today, recurring !== undefined)}
              >
                <DateInput {...register('start_date')} />
              </Field>
              <Field id="recurring-end_date" label="End" optional error={errors.end_date?.message}>
                <DateInput {...register('end_date')} />
              </Field>
            </div>
          }
          project={opened ?? null}
          projectKey={opened?.version}
          onProjectNameChange={(name) => {
            projectName.current = name
          }}
        />
      </FormProvider>
    </FormDialog>
  )
}

/** How many expenses it adds at once, and when the next one follows. */
function describeDates(
  { frequency, start_date, end_date }: Partial<RecurringExpenseForm>,
  today: DateOnly,
  isSaved: boolean,
): string | undefined {
  if (!frequency || !start_date || !isDateOnly(start_date)) return undefined
  const recurrence = { frequency, start_date, end_date: end_date || null }
  const next = nextDate(recurrence, today)
  const following = next && nextDate(recurrence, next)
  const dates = [next, following].filter((date) => date !== null).map((date) => formatDate(date))
  const toCome = dates.length > 0 ? `Next: ${dates.join(', then ')}.` : ''
  // A distant start has many dates before today; the server refuses too many.
  const isRecent = start_date > addDays(today, -3660)
  const due = !isSaved && isRecent ? datesBetween(recurrence, null, today).length : 0
  const atOnce = due > 0 ? `Adds ${due === 1 ? '1 expense' : `${due} expenses`} until today.` : ''
  return [atOnce, toCome].filter(Boolean).join(' ') || undefined
}
