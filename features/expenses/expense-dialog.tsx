import { useRef } from 'react'
import { Controller, type DefaultValues } from 'react-hook-form'
import { useToday } from '#features/account/client.ts'
import { ProjectPicker } from '#features/projects/project-picker.tsx'
import { numeric, useSchemaForm } from '#web/form.ts'
import { FormDialog } from '#web/form-dialog.tsx'
import { useAtHand } from '#web/list.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { MoneyInput } from '#web/ui/number-input.tsx'
import { Select } from '#web/ui/select.tsx'
import {
  type Entered,
  emptyForm,
  expenseQuery,
  toForm,
  useCreateExpense,
  useUpdateExpense,
} from './client.ts'
import { type Expense, ExpenseCategory, type ExpenseForm, ExpenseInput } from './contract.ts'

export function NewExpenseDialog({ onClose }: { onClose(): void }) {
  const create = useCreateExpense()
  const today = useToday()
  return (
    <ExpenseDialog
      title="Add Expense"
      values={emptyForm(today)}
      project={null}
      save={create.mutateAsync}
      onClose={onClose}
    />
  )
}

interface EditExpenseDialogProps {
  id: number
  known: Expense[] | undefined
  onClose(): void
}

export function EditExpenseDialog({ id, known, onClose }: EditExpenseDialogProps) {
  const update = useUpdateExpense(id)
  const expense = useAtHand(known, id, expenseQuery)
  return expense ? (
    <ExpenseDialog
      title="Edit Expense"
      values={toForm(expense)}
      project={projectOf(expense)}
      save={update.mutateAsync}
      onClose={onClose}
    />
  ) : null
}

const projectOf = ({ project_id, project_name }: Expense) =>
  project_id === null ? null : { id: project_id, name: project_name ?? '', client_name: null }

interface ExpenseDialogProps {
  title: string
  values: DefaultValues<ExpenseForm>
  project: { id: number; name: string; client_name: null } | null
  save(entered: Entered): Promise<unknown>
  onClose(): void
}

const CATEGORIES = ExpenseCategory.options.map((category) => ({ value: category, label: category }))

function ExpenseDialog({ title, values, project, save, onClose }: ExpenseDialogProps) {
  const form = useSchemaForm(ExpenseInput, values)
  const { register, control, formState } = form
  const { errors } = formState
  const projectName = useRef(project?.name ?? null)

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="expense"
      action="Save Expense"
      save={async (entered) => {
        await save({ form: entered, projectName: projectName.current })
        onClose()
      }}
      onClose={onClose}
    >
      <Field id="expense-description" label="Description" required error={errors.description?.message}>
        <Input autoComplete="off" placeholder="What was it for?" {...register('description')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="expense-amount" label="Amount" required error={errors.amount?.message}>
          <MoneyInput {...register('amount', numeric)} />
        </Field>
        <Field id="expense-date" label="Date" required error={errors.date?.message}>
          <DateInput {...register('date')} />
        </Field>
      </div>
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
        hint="You charge it on to the client. Otherwise it is a cost of your business."
        {...register('is_billable')}
      />
    </FormDialog>
  )
}
