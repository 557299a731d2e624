import { useController } from 'react-hook-form'
import { z } from 'zod'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProjectPicker } from './project-picker.tsx'

const ChosenProject = z.object({ project_id: z.int('Please choose a project') })

interface ChangeProjectDialogProps {
  /** "3 time entries" */
  count: string
  hint?: string
  save(projectId: number): Promise<unknown>
  onClose(): void
}

export function ChangeProjectDialog({ count, hint, save, onClose }: ChangeProjectDialogProps) {
  const form = useSchemaForm(ChosenProject, {})
  const { control, formState } = form
  const { onChange, ...field } = useController({ control, name: 'project_id' }).field
  return (
    <FormDialog
      form={form}
      title="Change Project"
      prefix="change"
      action={`Move ${count}`}
      save={async ({ project_id }) => {
        await save(project_id)
        onClose()
      }}
      onClose={onClose}
    >
      <Field
        id="change-project_id"
        label="Project"
        required
        hint={hint}
        error={formState.errors.project_id?.message}
      >
        <ProjectPicker {...field} onValueChange={onChange} />
      </Field>
    </FormDialog>
  )
}
