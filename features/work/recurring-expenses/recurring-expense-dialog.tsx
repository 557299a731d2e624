import { useRef } from 'react'
import { type DefaultValues, FormProvider } from 'react-hook-form'
import { addDays, type DateOnly } from '#core/calendar.ts'
import { formatHundredths, formatNumber } from '#core/format.ts'
import { fromMinorUnits } from '#core/money.ts'
import { datesBetween } from '#core/recurrence.ts'
import { fromHundredths } from '#core/units.ts'
import { useHomeCurrency, useToday } from '#features/foundation/account/client.ts'
import type { Edited } from '#features/foundation/recurrence/client.ts'
import { ExpenseFields, namesIn, type RecipientNames } from '#features/work/expenses/expense-fields.tsx'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { fieldsOf } from '#web/forms/fields-of.ts'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import {
  comparedRecurrence,
  describeNextDates,
  FrequencyField,
  recurrenceIn,
  StartAndEndFields,
} from '#web/forms/recurrence-fields.tsx'
import { recurringExpenses } from './client.ts'
import { RecurringExpense, type RecurringExpenseForm, RecurringExpenseInput } from './contract.ts'

export function NewRecurringExpenseDialog({ onClose }: { onClose(): void }) {
  const create = recurringExpenses.useCreate()
  const today = useToday()
  const currency = useHomeCurrency()
  return (
    <RecurringExpenseDialog
      title="Add Recurring Expense"
      values={{
        currency,
        project_id: null,
        client_id: null,
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
  const update = recurringExpenses.useUpdate(recurring.id)
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
  client_id: recurring.project_id === null ? recurring.client_id : null,
  amount: fromMinorUnits(recurring.amount, recurring.currency),
  markup_percent: fromHundredths(recurring.markup_percent),
  end_date: recurring.end_date ?? '',
})

const compared: Comparison<typeof RecurringExpenseInput, RecurringExpense>['fields'] = {
  description: { label: 'Description' },
  amount: { label: 'Amount', text: (amount) => formatNumber(Number(amount)) },
  currency: { label: 'Currency' },
  category: { label: 'Category' },
  is_billable: { label: 'Billable' },
  markup_percent: { label: 'Markup', text: (percent) => `${formatHundredths(percent)}%` },
  share_receipts: { label: 'Show receipts to the client' },
  ...comparedRecurrence,
}

interface RecurringExpenseDialogProps {
  title: string
  recurring?: RecurringExpense
  values: DefaultValues<RecurringExpenseForm>
  save(entered: Edited<RecurringExpenseForm>): Promise<unknown>
  onClose(): void
}

function RecurringExpenseDialog(props: RecurringExpenseDialogProps) {
  const { title, recurring, values, save, onClose } = props
  const form = useSchemaForm(RecurringExpenseInput, values)
  const today = useToday()
  const recipient = useRef<RecipientNames>(namesIn(recurring))
  const conflict = useConflict(form, recurring, {
    record: RecurringExpense,
    input: RecurringExpenseInput,
    toForm,
    onUseSaved: (saved) => {
      recipient.current = namesIn(saved)
    },
    fields: {
      ...compared,
      project_id: {
        label: 'Project',
        text: (_, saved) => (saved ?? recipient.current).project_name ?? '',
      },
      client_id: {
        label: 'Client',
        text: (_, saved) => (saved ?? recipient.current).client_name ?? '',
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
          date={<FrequencyField prefix="recurring" />}
          more={
            <StartAndEndFields
              prefix="recurring"
              hint={describeDates(form.watch(), today, recurring !== undefined)}
            />
          }
          recipient={opened ?? null}
          recipientKey={opened?.version}
          onRecipientChange={(names) => {
            recipient.current = names
          }}
        />
      </FormProvider>
    </FormDialog>
  )
}

/** The number of expenses to add at once, and the date of the next one. */
function describeDates(
  entered: Partial<RecurringExpenseForm>,
  today: DateOnly,
  isSaved: boolean,
): string | undefined {
  const recurrence = recurrenceIn(entered)
  if (!recurrence) return undefined
  // A distant start has many dates before today; the server refuses too many.
  const isRecent = recurrence.start_date > addDays(today, -3660)
  const due = !isSaved && isRecent ? datesBetween(recurrence, null, today).length : 0
  const atOnce = due > 0 ? `Adds ${due === 1 ? '1 expense' : `${due} expenses`} now.` : ''
  return [atOnce, describeNextDates(recurrence, today)].filter(Boolean).join(' ') || undefined
}
