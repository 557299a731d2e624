import { useController } from 'react-hook-form'
import { z } from 'zod'
import { ProjectPicker } from '#features/engagement/projects/project-picker.tsx'
import { TimeEntryInput } from '#features/work/time-entries/contract.ts'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Field } from '#web/ui/field.tsx'

const ChosenProject = z.object({ project_id: TimeEntryInput.shape.project_id })

interface ChangeProjectDialogProps {
  /** "3 time entries" */
  count: string
  save(projectId: number): Promise<unknown>
  onClose(): void
}

export function ChangeProjectDialog({ count, save, onClose }: ChangeProjectDialogProps) {
  const form = useSchemaForm(ChosenProject, {})
  const { control, formState } = form
  const { onChange, ...field } = useController({ control, name: 'project_id' }).field
  return (
    <FormDialog
      form={form}
      title="Change Project"
      prefix="time"
      action={`Move ${count}`}
      save={async ({ project_id }) => {
        await save(project_id)
        onClose()
      }}
      onClose={onClose}
    >
      <Field
        id="time-project_id"
        label="Project"
        required
        hint="Time that comes from another project gets the rate of this one."
        error={formState.errors.project_id?.message}
      >
        <ProjectPicker {...field} onValueChange={onChange} />
      </Field>
    </FormDialog>
  )
}
