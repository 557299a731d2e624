import { Controller } from 'react-hook-form'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
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

type NewMilestoneDialogProps = { projectId: number; onClose(): void }

export function NewMilestoneDialog({ projectId, onClose }: NewMilestoneDialogProps) {
  const create = useCreateMilestone(projectId)
  return <MilestoneDialog title="Add Milestone" values={EMPTY} save={create.mutateAsync} onClose={onClose} />
}

type EditMilestoneDialogProps = NewMilestoneDialogProps & { milestone: Milestone }

export function EditMilestoneDialog({ projectId, milestone, onClose }: EditMilestoneDialogProps) {
  const update = useUpdateMilestone(projectId)
  return (
    <MilestoneDialog
      title="Edit Milestone"
      values={toForm(milestone)}
      save={(form) => update.mutateAsync({ milestone, form })}
      onClose={onClose}
    />
  )
}

interface MilestoneDialogProps {
  title: string
  values: MilestoneForm
  save(form: MilestoneForm): Promise<unknown>
  onClose(): void
}

function MilestoneDialog({ title, values, save, onClose }: MilestoneDialogProps) {
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
      <Field id="milestone-title" label="Title" required error={errors.title?.message}>
        <Input autoComplete="off" {...register('title')} />
      </Field>
      <Field
        id="milestone-description"
        label="Description"
        optional
        hint="Your client sees this in the portal."
        error={errors.description?.message}
      >
        <Textarea rows={3} {...register('description')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="milestone-due_date" label="Due date" optional error={errors.due_date?.message}>
          <DateInput {...register('due_date')} />
        </Field>
        <Controller
          control={control}
          name="status"
          render={({ field: { onChange, value, ...field } }) => (
            <Field id="milestone-status" label="Status" error={errors.status?.message}>
              <Select {...field} value={value ?? null} onValueChange={onChange} options={statusOptions} />
            </Field>
          )}
        />
      </div>
    </FormDialog>
  )
}
