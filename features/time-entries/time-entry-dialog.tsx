import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type DefaultValues, useController, useWatch } from 'react-hook-form'
import { formatHundredths } from '#core/format.ts'
import { useToday } from '#features/account/client.ts'
import { useProjectInAddress } from '#features/projects/client.ts'
import { type ProjectChoice, ProjectPicker } from '#features/projects/project-picker.tsx'
import { errorList, showServerErrors, useSchemaForm } from '#web/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
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
  /** The entries at hand, so that the form opens at once; any other is fetched. */
  known: TimeEntry[] | undefined
  onClose(): void
}

export function EditTimeEntryDialog({ id, known, onClose }: EditTimeEntryDialogProps) {
  const update = useUpdateTimeEntry()
  const atHand = known?.find((entry) => entry.id === id)
  const fetched = useQuery({ ...timeEntryQuery(id), enabled: known !== undefined && !atHand })
  const entry = atHand ?? fetched.data
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
  const { register, control, handleSubmit, setValue, formState } = form
  const { errors, isDirty, isSubmitting, isSubmitted } = formState
  // Registered before the others, so that of several faulty fields the project, which stands first, is focused.
  const { onChange: pick, ...picked } = useController({ control, name: 'project_id' }).field
  const hours = parseHours(useWatch({ control, name: 'hours' }) ?? '')
  const before = { project_name: project?.name ?? null, client_name: project?.client_name ?? null }
  const booked = useRef(before)

  const submit = handleSubmit(async (entered) => {
    try {
      await save({ form: entered, project: booked.current })
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <Dialog open onOpenChange={onClose} title={title} guardUnsaved={isDirty}>
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <FormErrors errors={errorList(errors, 'time')} />
          <Field id="time-project_id" label="Project" required error={errors.project_id?.message}>
            <ProjectPicker
              {...picked}
              initial={project ?? null}
              onValueChange={(id, chosen) => {
                booked.current = chosen
                  ? { project_name: chosen.name, client_name: chosen.client_name }
                  : before
                pick(id)
              }}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              id="time-hours"
              label="Hours"
              required
              hint={
                hours === null ? !errors.hours && 'Also like 1:30 or 90m.' : `= ${formatHundredths(hours)} h`
              }
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
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <Button variant="primary" type="submit" pending={isSubmitting}>
            {action}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}

const choiceOf = ({ project_id, project_name, client_name }: TimeEntry): ProjectChoice => ({
  id: project_id,
  name: project_name ?? 'Unknown Project',
  client_name,
})
