import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { DateOnly, dateIn, instantIn, timeIn } from '#core/calendar.ts'
import { type ProjectChoice, ProjectPicker } from '#features/engagement/projects/project-picker.tsx'
import { useTimeZone } from '#features/foundation/account/client.ts'
import { serverNow } from '#web/data/server-clock.ts'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { TimerChange } from './client.ts'
import { TimerInput } from './contract.ts'
import type { ShownTimer } from './rules/presses.ts'

const TimerForm = z.object({
  project_id: z.int('Please choose a project'),
  description: TimerInput.shape.description.unwrap(),
  is_billable: z.boolean(),
  date: z.string().min(1, 'Please choose a date').pipe(DateOnly),
  time: z.string().regex(/^\d\d:\d\d$/, 'Please enter a time'),
})

interface EditTimerDialogProps {
  timer: ShownTimer
  save(change: TimerChange): Promise<void>
  onClose(): void
}

export function EditTimerDialog({ timer, save, onClose }: EditTimerDialogProps) {
  const timeZone = useTimeZone()
  const [opened] = useState(timer)
  const startDate = dateIn(timeZone, opened.started_at)
  const startTime = timeIn(timeZone, opened.started_at)
  const form = useSchemaForm(TimerForm, {
    ...(opened.project_id !== null && { project_id: opened.project_id }),
    description: opened.description,
    is_billable: opened.is_billable,
    date: startDate,
    time: startTime,
  })
  const { register, control, formState, setError } = form
  const { errors } = formState
  const { onChange: pick, ...picked } = useController({ control, name: 'project_id' }).field
  const initial: ProjectChoice | null =
    opened.project_id === null
      ? null
      : { id: opened.project_id, name: opened.project_name ?? '', client_name: opened.client_name }
  const [project, setProject] = useState(initial)

  return (
    <FormDialog
      form={form}
      title="Edit timer"
      prefix="timer"
      action="Save timer"
      save={async ({ date, time, description, is_billable }) => {
        const moved = date !== startDate || time !== startTime
        const started_at = moved ? instantIn(timeZone, date, time) : undefined
        if (started_at && started_at.getTime() > serverNow()) {
          setError('time', { message: 'Must not be in the future' })
          return false
        }
        onClose()
        await save({
          ...(project && {
            project_id: project.id,
            project_name: project.name,
            client_name: project.client_name,
          }),
          description,
          is_billable,
          ...(started_at && { started_at }),
        })
        return true
      }}
      onClose={onClose}
    >
      <Field id="timer-project_id" label="Project" required error={errors.project_id?.message}>
        <ProjectPicker
          {...picked}
          initial={initial}
          onValueChange={(id, chosen) => {
            setProject(chosen ?? (id === initial?.id ? initial : null))
            pick(id)
          }}
        />
      </Field>
      <Field id="timer-description" label="Description" error={errors.description?.message}>
        <Input placeholder="What are you working on?" {...register('description')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="timer-date" label="Started on" required error={errors.date?.message}>
          <DateInput {...register('date')} />
        </Field>
        <Field id="timer-time" label="Started at" required error={errors.time?.message}>
          <Input type="time" {...register('time')} />
        </Field>
      </div>
      <Checkbox label="Billable" {...register('is_billable')} />
    </FormDialog>
  )
}
