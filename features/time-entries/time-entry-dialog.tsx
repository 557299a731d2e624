import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type DefaultValues, useController } from 'react-hook-form'
import { HOURS } from '#core/figures.ts'
import { formatDate, formatHundredths, formatMonthDay } from '#core/format.ts'
import { toHundredths } from '#core/hundredths.ts'
import { useToday } from '#features/account/client.ts'
import { type ProjectChoice, ProjectPicker } from '#features/projects/project-picker.tsx'
import { useLoadedOrFetched } from '#web/data/list.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput } from '#web/ui/figure-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import {
  type Edited,
  hoursOn,
  timeEntryQuery,
  timeSummaryQuery,
  toForm,
  useLogTime,
  useUpdateTimeEntry,
} from './client.ts'
import { TimeEntry } from './contract.ts'
import { TimeEntryForm, tooLongDay } from './rules.ts'

interface LogTimeDialogProps {
  /** The project to log time on. Defaults to the one last used. */
  project?: ProjectChoice
  onClose(): void
}

export function LogTimeDialog({ project, onClose }: LogTimeDialogProps) {
  const log = useLogTime()
  const today = useToday()
  const { data, isLoading } = useQuery({ ...timeSummaryQuery, enabled: project === undefined })
  if (isLoading) return null
  const chosen = project ?? data?.last_project ?? undefined
  return (
    <TimeEntryDialog
      title="Log Time"
      action="Log Time"
      values={{
        ...(chosen && { project_id: chosen.id }),
        description: '',
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
  const entry = useLoadedOrFetched(known, id, timeEntryQuery)
  return entry ? (
    <TimeEntryDialog
      title="Edit Time Entry"
      action="Save Time Entry"
      entry={entry}
      values={toForm(entry)}
      project={choiceOf(entry)}
      save={(entered) => update.mutateAsync({ ...entered, before: entry })}
      onClose={onClose}
    />
  ) : null
}

const compared: Comparison<typeof TimeEntryForm, TimeEntry>['fields'] = {
  hours: { label: 'Hours', text: (hours) => formatHundredths(hours) },
  date: { label: 'Date', text: formatDate },
  description: { label: 'Description' },
  is_billable: { label: 'Billable' },
}

interface TimeEntryDialogProps {
  title: string
  action: string
  entry?: TimeEntry
  values: DefaultValues<TimeEntryForm>
  /** The project when the form opens. */
  project: ProjectChoice | undefined
  save(entered: Edited): Promise<unknown>
  onClose(): void
}

function TimeEntryDialog({ title, action, entry, values, project, save, onClose }: TimeEntryDialogProps) {
  const mayBeLong = useConfirmLongDay(entry)
  const form = useSchemaForm(TimeEntryForm, values)
  const { register, control, formState } = form
  const { errors } = formState
  // Registered first, so that the project, which comes first, gets focus if several fields are invalid.
  const { onChange: pick, ...picked } = useController({ control, name: 'project_id' }).field
  const before = { project_name: project?.name ?? null, client_name: project?.client_name ?? null }
  const booked = useRef(before)
  const conflict = useConflict(form, entry, {
    record: TimeEntry,
    input: TimeEntryForm,
    toForm,
    onUseSaved: (saved) => {
      booked.current = saved
    },
    fields: {
      ...compared,
      project_id: {
        label: 'Project',
        text: (_, saved) => (saved ?? booked.current).project_name ?? 'Unknown Project',
      },
    },
  })
  const { accepted } = conflict

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="time"
      action={action}
      save={async (entered) => {
        if (!(await mayBeLong(entered))) return false
        await conflict.save(entered, (ifMatch) => save({ form: entered, project: booked.current, ifMatch }))
        onClose()
        return true
      }}
      conflict={conflict.panel}
      onClose={onClose}
    >
      <Field id="time-project_id" label="Project" required error={errors.project_id?.message}>
        <ProjectPicker
          {...picked}
          key={accepted?.version}
          initial={accepted ? choiceOf(accepted) : (project ?? null)}
          onValueChange={(id, chosen) => {
            booked.current = chosen ? { project_name: chosen.name, client_name: chosen.client_name } : before
            pick(id)
          }}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="time-hours" label="Hours" required error={errors.hours?.message}>
          <FigureInput
            {...figure(register, 'hours', HOURS)}
            suffix="h"
            inputMode="text"
            placeholder="1.5"
            example="You can also enter 1:30 or 90m."
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

/** More than 24 hours in a day are most likely a mistake in the hours or the date. */
function useConfirmLongDay(before: TimeEntry | undefined) {
  const confirm = useConfirm()
  return async ({ date, hours }: TimeEntryForm): Promise<boolean> => {
    // Saving does not depend on the sum.
    const logged = await hoursOn(date).catch(() => 0)
    const sum = tooLongDay(logged, before, { date, hours: toHundredths(hours) })
    if (sum === null) return true
    return confirm({
      title: 'More than 24 hours in one day',
      consequences: `That makes ${formatHundredths(sum)} hours on ${formatMonthDay(date)}. Save anyway?`,
      confirmLabel: 'Save anyway',
      cancelLabel: 'Keep editing',
      tone: 'primary',
    })
  }
}

const choiceOf = ({ project_id, project_name, client_name }: TimeEntry): ProjectChoice => ({
  id: project_id,
  name: project_name ?? 'Unknown Project',
  client_name,
})
