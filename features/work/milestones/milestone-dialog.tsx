import type { Currency } from '#core/currency.ts'
import { moneyFigure } from '#core/figures.ts'
import type { Project } from '#features/engagement/projects/contract.ts'
import { FeeField } from '#features/work/billing-status/fee-field.tsx'
import { lockedBy, UNBILLED } from '#features/work/billing-status/rules.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { SelectField } from '#web/forms/select-field.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toForm, useCreateMilestone, useUpdateMilestone } from './client.ts'
import { type Milestone, type MilestoneForm, MilestoneInput } from './contract.ts'
import { statusOptions } from './status-options.tsx'

const EMPTY: Required<MilestoneForm> = {
  title: '',
  description: '',
  due_date: '',
  status: 'pending',
  fee: null,
}

type NewMilestoneDialogProps = { project: Pick<Project, 'id' | 'currency'>; onClose(): void }

export function NewMilestoneDialog({ project, onClose }: NewMilestoneDialogProps) {
  const create = useCreateMilestone(project.id)
  return (
    <MilestoneDialog
      title="Add Milestone"
      values={EMPTY}
      currency={project.currency}
      save={create.mutateAsync}
      onClose={onClose}
    />
  )
}

type EditMilestoneDialogProps = NewMilestoneDialogProps & { milestone: Milestone }

export function EditMilestoneDialog({ project, milestone, onClose }: EditMilestoneDialogProps) {
  const update = useUpdateMilestone(project.id)
  return (
    <MilestoneDialog
      title="Edit Milestone"
      milestone={milestone}
      values={toForm(milestone)}
      currency={project.currency}
      save={(form) => update.mutateAsync({ milestone, form })}
      onClose={onClose}
    />
  )
}

interface MilestoneDialogProps {
  title: string
  milestone?: Milestone
  values: MilestoneForm
  currency: Currency
  save(form: MilestoneForm): Promise<unknown>
  onClose(): void
}

function MilestoneDialog({ title, milestone, values, currency, save, onClose }: MilestoneDialogProps) {
  const work = milestone ?? UNBILLED
  const locked = lockedBy(work)
  const form = useSchemaForm(MilestoneInput, values)
  const { register, control, formState } = form
  const { errors } = formState

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="milestone"
      action="Save Milestone"
      save={async (entered) => {
        await save(entered)
        onClose()
      }}
      onClose={onClose}
    >
      <Field id="milestone-title" label="Title" required error={errors.title?.message} locked={locked}>
        <Input autoComplete="off" {...register('title')} />
      </Field>
      <Field
        id="milestone-description"
        label="Description"
        hint="Your client sees this in the portal."
        error={errors.description?.message}
      >
        <Textarea rows={3} {...register('description')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="milestone-due_date" label="Due date" error={errors.due_date?.message}>
          <DateInput {...register('due_date')} />
        </Field>
        <SelectField
          control={control}
          name="status"
          id="milestone-status"
          label="Status"
          locked={locked}
          options={statusOptions}
        />
        <FeeField
          id="milestone-fee"
          hint="Can be billed once the milestone is completed."
          error={errors.fee?.message}
          work={work}
          fee={figure(register, 'fee', moneyFigure(currency))}
        />
      </div>
    </FormDialog>
  )
}
