import { useEffect, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { ClientPicker } from '#features/clients/client-picker.tsx'
import { useRoom } from '#features/subscription/client.ts'
import { blankIsNull, numeric, useSchemaForm } from '#web/form.ts'
import { FormDialog } from '#web/form-dialog.tsx'
import { useAtHand } from '#web/list.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { MoneyInput, NumberInput } from '#web/ui/number-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import {
  EMPTY_FORM,
  type Entered,
  projectQuery,
  toForm,
  useCreateProject,
  useUpdateProject,
} from './client.ts'
import { type Project, type ProjectForm, ProjectInput, ProjectStatus } from './contract.ts'
import { LIMIT_REACHED, limitReachedText, statusTitle } from './rules.ts'

/** Opens where the plan has room for one more, and says so where it has not. Decided once, before anything is typed. */
export function NewProjectDialog({ onClose }: { onClose(): void }) {
  const create = useCreateProject()
  const { plan, used, limit, canCreate } = useRoom('projects')
  const [verdict, setVerdict] = useState<'open' | 'full'>()
  if (verdict === undefined && (canCreate || (plan && used !== undefined))) {
    setVerdict(canCreate ? 'open' : 'full')
  }

  useEffect(() => {
    if (verdict !== 'full') return
    toast.error(LIMIT_REACHED, limitReachedText(limit))
    onClose()
  }, [verdict, limit, onClose])

  return verdict === 'open' ? (
    <ProjectDialog
      title="New Project"
      values={EMPTY_FORM}
      client={null}
      save={create.mutateAsync}
      onClose={onClose}
    />
  ) : null
}

interface EditProjectDialogProps {
  id: number
  known: Project[] | undefined
  onClose(): void
}

export function EditProjectDialog({ id, known, onClose }: EditProjectDialogProps) {
  const update = useUpdateProject(id)
  const project = useAtHand(known, id, projectQuery)
  return project ? (
    <ProjectDialog
      title="Edit Project"
      values={toForm(project)}
      client={clientOf(project)}
      save={update.mutateAsync}
      onClose={onClose}
    />
  ) : null
}

const clientOf = ({ client_id, client_name }: Project) =>
  client_id === null ? null : { id: client_id, name: client_name ?? '' }

const STATUSES = ProjectStatus.options.map((status) => ({
  value: status,
  label: statusTitle(status),
}))

interface ProjectDialogProps {
  title: string
  values: ProjectForm
  client: { id: number; name: string } | null
  save(entered: Entered): Promise<unknown>
  onClose(): void
}

function ProjectDialog({ title, values, client, save, onClose }: ProjectDialogProps) {
  const form = useSchemaForm(ProjectInput, values)
  const { register, control, formState } = form
  const { errors } = formState
  const clientName = useRef(client?.name ?? null)

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="project"
      action="Save Project"
      save={async (entered) => {
        await save({ form: entered, clientName: clientName.current })
        onClose()
      }}
      onClose={onClose}
    >
      <Field id="project-name" label="Name" required error={errors.name?.message}>
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="client_id"
          render={({ field: { onChange, ...field } }) => (
            <Field id="project-client_id" label="Client" optional error={errors.client_id?.message}>
              <ClientPicker
                {...field}
                initial={client}
                onValueChange={(id, chosen) => {
                  clientName.current = chosen?.name ?? null
                  onChange(id)
                }}
              />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="status"
          render={({ field: { onChange, value, ...field } }) => (
            <Field id="project-status" label="Status" error={errors.status?.message}>
              <Select {...field} value={value ?? null} onValueChange={onChange} options={STATUSES} />
            </Field>
          )}
        />
      </div>
      <Field id="project-description" label="Description" optional error={errors.description?.message}>
        <Textarea rows={3} {...register('description')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="project-hourly_rate" label="Hourly rate" optional error={errors.hourly_rate?.message}>
          <MoneyInput {...register('hourly_rate', numeric)} />
        </Field>
        <Field
          id="project-estimated_hours"
          label="Estimated hours"
          optional
          error={errors.estimated_hours?.message}
        >
          <NumberInput min="0" step="0.1" suffix="h" {...register('estimated_hours', numeric)} />
        </Field>
        <Field id="project-start_date" label="Start date" optional error={errors.start_date?.message}>
          <DateInput {...register('start_date', blankIsNull)} />
        </Field>
        <Field id="project-end_date" label="End date" optional error={errors.end_date?.message}>
          <DateInput {...register('end_date', blankIsNull)} />
        </Field>
      </div>
    </FormDialog>
  )
}
