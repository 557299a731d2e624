import { useRef } from 'react'
import { Controller, type DefaultValues } from 'react-hook-form'
import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { EXCHANGE_RATE, moneyFigure } from '#core/figures.ts'
import { formatDate, formatNumber } from '#core/format.ts'
import { fromMinorUnits } from '#core/money.ts'
import { useHomeCurrency, useToday } from '#features/account/client.ts'
import { CurrencyFields } from '#features/currencies/currency-fields.tsx'
import { ProjectPicker } from '#features/projects/project-picker.tsx'
import { useLoadedOrFetched } from '#web/data/list.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { fieldsOf } from '#web/forms/fields-of.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Edited, expenseQuery, useCreateExpense, useUpdateExpense } from './client.ts'
import { Expense, ExpenseCategory, type ExpenseForm, ExpenseInput } from './contract.ts'

export function NewExpenseDialog({ onClose }: { onClose(): void }) {
  const create = useCreateExpense()
  const today = useToday()
  const currency = useHomeCurrency()
  return (
    <ExpenseDialog
      title="Add Expense"
      values={emptyForm(today, currency)}
      save={create.mutateAsync}
      onClose={onClose}
    />
  )
}

/** An expense as form values, in the format of the API. */
const toForm = (expense: Expense): Required<ExpenseForm> => ({
  ...fieldsOf(ExpenseInput, expense),
  amount: fromMinorUnits(expense.amount, expense.currency),
})

const emptyForm = (today: DateOnly, currency: Currency): Partial<ExpenseForm> => ({
  currency,
  project_id: null,
  description: '',
  date: today,
  is_billable: false,
})

interface EditExpenseDialogProps {
  id: number
  known: Expense[] | undefined
  onClose(): void
}

export function EditExpenseDialog({ id, known, onClose }: EditExpenseDialogProps) {
  const update = useUpdateExpense(id)
  const expense = useLoadedOrFetched(known, id, expenseQuery)
  return expense ? (
    <ExpenseDialog
      title="Edit Expense"
      expense={expense}
      values={toForm(expense)}
      save={update.mutateAsync}
      onClose={onClose}
    />
  ) : null
}

const projectOf = ({ project_id, project_name }: Expense) =>
  project_id === null ? null : { id: project_id, name: project_name ?? '', client_name: null }

interface ExpenseDialogProps {
  title: string
  expense?: Expense
  values: DefaultValues<ExpenseForm>
  save(entered: Edited): Promise<unknown>
  onClose(): void
}

const CATEGORIES = ExpenseCategory.options.map((category) => ({ value: category, label: category }))

const compared: Comparison<typeof ExpenseInput, Expense>['fields'] = {
  description: { label: 'Description' },
  amount: { label: 'Amount', text: (amount) => formatNumber(Number(amount)) },
  currency: { label: 'Currency' },
  exchange_rate: { label: 'Exchange rate', text: (rate) => formatNumber(rate) },
  date: { label: 'Date', text: formatDate },
  category: { label: 'Category' },
  is_billable: { label: 'Billable' },
}

function ExpenseDialog({ title, expense, values, save, onClose }: ExpenseDialogProps) {
  const form = useSchemaForm(ExpenseInput, values)
  const { register, control, formState, watch } = form
  const { errors } = formState
  const home = useHomeCurrency()
  const currency = watch('currency') ?? home
  const projectName = useRef(expense?.project_name ?? null)
  const conflict = useConflict(form, expense, {
    record: Expense,
    input: ExpenseInput,
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
  const opened = conflict.accepted ?? expense
  const project = opened ? projectOf(opened) : null

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="expense"
      action="Save Expense"
      save={async (entered) => {
        await conflict.save(entered, (ifMatch) =>
          save({ form: entered, projectName: projectName.current, ifMatch }),
        )
        onClose()
      }}
      conflict={conflict.panel}
      onClose={onClose}
    >
      <Field id="expense-description" label="Description" required error={errors.description?.message}>
        <Input autoComplete="off" placeholder="What was it for?" {...register('description')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="expense-amount" label="Amount" required error={errors.amount?.message}>
          <MoneyInput {...figure(register, 'amount', moneyFigure(currency))} />
        </Field>
        <Field id="expense-date" label="Date" required error={errors.date?.message}>
          <DateInput {...register('date')} />
        </Field>
      </div>
      <CurrencyFields
        prefix="expense"
        home={home}
        currency={currency}
        onCurrencyChange={(chosen) => form.setValue('currency', chosen, { shouldDirty: true })}
        rate={figure(register, 'exchange_rate', EXCHANGE_RATE)}
        errors={errors}
      />
      <Controller
        control={control}
        name="category"
        render={({ field: { onChange, value, ...field } }) => (
          <Field id="expense-category" label="Category" required error={errors.category?.message}>
            <Select
              {...field}
              value={value ?? null}
              onValueChange={onChange}
              options={CATEGORIES}
              placeholder="Choose a category"
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="project_id"
        render={({ field: { onChange, ...field } }) => (
          <Field id="expense-project_id" label="Project" optional error={errors.project_id?.message}>
            <ProjectPicker
              {...field}
              key={opened?.version}
              initial={project}
              onValueChange={(id, chosen) => {
                projectName.current = chosen?.name ?? (id === project?.id ? (project?.name ?? null) : null)
                onChange(id)
              }}
            />
          </Field>
        )}
      />
      <Checkbox
        label="Billable"
        hint="You bill it to the client. Otherwise it is a business expense."
        {...register('is_billable')}
      />
    </FormDialog>
  )
}
