import { useRef } from 'react'
import { type DefaultValues, useController, useWatch } from 'react-hook-form'
import { formatHundredths } from '#core/format.ts'
import { useToday } from '#features/account/client.ts'
import { useProjectInAddress } from '#features/projects/client.ts'
import { type ProjectChoice, ProjectPicker } from '#features/projects/project-picker.tsx'
import { useSchemaForm } from '#web/form.ts'
import { FormDialog } from '#web/form-dialog.tsx'
import { useAtHand } from '#web/list.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type Entered, timeEntryQuery, toForm, useLogTime, useUpdateTimeEntry } from './client.ts'
import type { TimeEntry } from './contract.ts'
import { HoursInput } from './hours-input.tsx'
import { parseHours, TimeEntryForm } from './rules.ts'

export function LogTimeDialog({ onClose }: { onClose(): void }) {
  const log = useLogTime()
  const today = useToday()
  const { project, loading } = useProjectInAddress()
  if (loading) return null
  const chosen = project?.status === 'cancelled' ? undefined : project
  return (
    <TimeEntryDialog
      title="Log Time"
      action="Log Time"
      values={{
        ...(chosen && { project_id: chosen.id }),
        description: '',
        hours: '',
        date: today,
        is_billable: true,
      }}
      project={chosen}
      save={log.mutateAsync}
      onClose={onClose}
    />
  )
}

interface EditTimeEntryDialogProps {
  id: number
  known: TimeEntry[] | undefined
  onClose(): void
}

export function EditTimeEntryDialog({ id, known, onClose }: EditTimeEntryDialogProps) {
  const update = useUpdateTimeEntry()
  const entry = useAtHand(known, id, timeEntryQuery)
  return entry ? (
    <TimeEntryDialog
      title="Edit Time Entry"
      action="Save Time Entry"
      values={toForm(entry)}
      project={choiceOf(entry)}
      save={(entered) => update.mutateAsync({ ...entered, before: entry })}
      onClose={onClose}
    />
  ) : null
}

interface TimeEntryDialogProps {
  title: string
  action: string
  values: DefaultValues<TimeEntryForm>
  /** What is booked on when the form opens. */
  project: ProjectChoice | undefined
  save(entered: Entered): Promise<unknown>
  onClose(): void
}

function TimeEntryDialog({ title, action, values, project, save, onClose }: TimeEntryDialogProps) {
  const form = useSchemaForm(TimeEntryForm, values)
  const { register, control, setValue, formState } = form
  const { errors, isSubmitted } = formState
  // Registered before the others, so that of several faulty fields the project, which stands first, is focused.
  const { onChange: pick, ...picked } = useController({ control, name: 'project_id' }).field
  const hours = parseHours(useWatch({ control, name: 'hours' }) ?? '')
  const before = { project_name: project?.name ?? null, client_name: project?.client_name ?? null }
  const booked = useRef(before)

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="time"
      action={action}
      save={async (entered) => {
        await save({ form: entered, project: booked.current })
        onClose()
      }}
      onClose={onClose}
    >
      <Field id="time-project_id" label="Project" required error={errors.project_id?.message}>
        <ProjectPicker
          {...picked}
          initial={project ?? null}
          onValueChange={(id, chosen) => {
            booked.current = chosen ? { project_name: chosen.name, client_name: chosen.client_name } : before
            pick(id)
          }}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          id="time-hours"
          label="Hours"
          required
          hint={hours === null ? !errors.hours && 'Also like 1:30 or 90m.' : `= ${formatHundredths(hours)} h`}
          error={errors.hours?.message}
        >
          <HoursInput
            {...register('hours')}
            onStep={(text) => setValue('hours', text, { shouldDirty: true, shouldValidate: isSubmitted })}
          />
        </Field>
        <Field id="time-date" label="Date" required error={errors.date?.message}>
          <DateInput {...register('date')} />
        </Field>
      </div>
      <Field id="time-description" label="Description" optional error={errors.description?.message}>
        <Textarea rows={3} placeholder="What did you work on?" {...register('description')} />
      </Field>
      <Checkbox label="Billable" {...register('is_billable')} />
    </FormDialog>
  )
}

const choiceOf = ({ project_id, project_name, client_name }: TimeEntry): ProjectChoice => ({
  id: project_id,
  name: project_name ?? 'Unknown Project',
  client_name,
})
