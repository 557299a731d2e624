import { Controller } from 'react-hook-form'
import { errorList, showServerErrors, useSchemaForm } from '#web/form.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { EMPTY_FORM, toForm, useCreateMilestone, useUpdateMilestone } from './client.ts'
import { type Milestone, type MilestoneForm, MilestoneInput } from './contract.ts'
import { statusOptions } from './status-options.tsx'

type NewMilestoneDialogProps = { projectId: number; onClose(): void }

export function NewMilestoneDialog({ projectId, onClose }: NewMilestoneDialogProps) {
  const create = useCreateMilestone(projectId)
  return (
    <MilestoneDialog title="Add Milestone" values={EMPTY_FORM} save={create.mutateAsync} onClose={onClose} />
  )
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
  const { register, control, handleSubmit, formState } = form
  const { errors, isDirty, isSubmitting } = formState

  const submit = handleSubmit(async (entered) => {
    try {
      await save(entered)
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <Dialog open onOpenChange={onClose} title={title} guardUnsaved={isDirty}>
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <FormErrors errors={errorList(errors, 'milestone')} />
          <Field id="milestone-title" label="Title" required error={errors.title?.message}>
            <Input autoComplete="off" {...register('title')} />
          </Field>
          <Field
            id="milestone-description"
            label="Description"
            optional
            hint="Your client reads this in the portal."
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
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <Button variant="primary" type="submit" pending={isSubmitting}>
            Save Milestone
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}
