import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type DefaultValues, useController } from 'react-hook-form'
import type { Currency } from '#core/currency.ts'
import { HOURS, moneyFigure } from '#core/figures.ts'
import { formatDate, formatDecimalHours, formatMoney, formatNumber } from '#core/format.ts'
import { toMinorUnits } from '#core/money.ts'
import { HOUR, toSeconds } from '#core/units.ts'
import type { Project } from '#features/engagement/projects/contract.ts'
import { type ProjectChoice, ProjectPicker } from '#features/engagement/projects/project-picker.tsx'
import { useHomeCurrency, useToday } from '#features/foundation/account/client.ts'
import { History } from '#features/foundation/audit/history.tsx'
import { BilledNotice } from '#features/work/billing-status/billed-notice.tsx'
import { UNBILLED } from '#features/work/billing-status/rules.ts'
import { callPage } from '#web/data/api.ts'
import { useLoadedOrFetched } from '#web/data/list.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import {
  type Booked,
  type Edited,
  rateInForm,
  timeEntryQuery,
  timeSummaryQuery,
  toForm,
  useLogTime,
  useUpdateTimeEntry,
} from './client.ts'
import { useConfirmLongDay } from './confirm-long-day.tsx'
import { TimeEntry, timeEntriesApi } from './contract.ts'
import { amountAt, editedTimeForm, TimeEntryForm } from './rules.ts'

/** A project on which time can be logged, with what an hour or a day is worth. */
type ProjectToLogOn = ProjectChoice & Pick<Project, 'currency' | 'rate' | 'rate_unit' | 'rate_hours'>

interface LogTimeDialogProps {
  /** The project to log time on. Defaults to the one last used. */
  project?: ProjectToLogOn
  onClose(): void
}

export function LogTimeDialog({ project, onClose }: LogTimeDialogProps) {
  const log = useLogTime()
  const today = useToday()
  const needsLastProject = project === undefined
  const { data, isLoading } = useQuery({ ...timeSummaryQuery, enabled: needsLastProject })
  // The timer may load the summary, too, while this form is being filled in.
  if (needsLastProject && isLoading) return null
  const chosen = project ?? data?.last_project ?? undefined
  return (
    <TimeEntryDialog
      title="Log Time"
      action="Log Time"
      values={{
        ...(chosen && { project_id: chosen.id, ...rateInForm(chosen) }),
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
  hours: { label: 'Hours', text: (hours) => formatDecimalHours(hours) },
  date: { label: 'Date', text: formatDate },
  description: { label: 'Description' },
  is_billable: { label: 'Billable' },
  rate: { label: 'Rate', text: (rate) => formatNumber(Number(rate)) },
}

interface TimeEntryDialogProps {
  title: string
  action: string
  entry?: TimeEntry
  values: DefaultValues<TimeEntryForm>
  /** The project when the form opens. */
  project: ProjectToLogOn | undefined
  save(entered: Edited): Promise<unknown>
  onClose(): void
}

function TimeEntryDialog({ title, action, entry, values, project, save, onClose }: TimeEntryDialogProps) {
  const mayBeLong = useConfirmLongDay(entry)
  const schema = entry ? editedTimeForm(entry) : TimeEntryForm
  const form = useSchemaForm(schema, values)
  const { register, control, formState, watch } = form
  const { errors } = formState
  const home = useHomeCurrency()
  // Registered first, so that the project, which comes first, gets focus if several fields are invalid.
  const { onChange: pick, ...picked } = useController({ control, name: 'project_id' }).field
  const [booked, setBooked] = useState(() => bookedOn(project, home))
  const conflict = useConflict(form, entry, {
    record: TimeEntry,
    input: schema,
    toForm,
    onUseSaved: (saved) => setBooked(bookedOn(choiceOf(saved), home)),
    fields: {
      ...compared,
      project_id: {
        label: 'Project',
        text: (_, saved) => (saved ?? booked).project_name ?? 'Unknown Project',
      },
    },
  })
  const { accepted } = conflict
  const opened = accepted ? choiceOf(accepted) : project
  const { invoice } = accepted ?? entry ?? UNBILLED
  const isReadOnly = invoice !== null
  const hours = figure(register, 'hours', HOURS)
  const hoursInput = useRef<HTMLInputElement>(null)

  return (
    <FormDialog
      form={form}
      title={isReadOnly ? 'Time Entry' : title}
      prefix="time"
      action={action}
      save={async (entered) => {
        if (!(await mayBeLong(entered))) return false
        await conflict.save(entered, (ifMatch) => save({ form: entered, project: booked, ifMatch }))
        onClose()
        return true
      }}
      conflict={conflict.panel}
      isReadOnly={isReadOnly}
      initialFocus={!entry && project ? hoursInput : undefined}
      onClose={onClose}
    >
      {invoice && (
        <BilledNotice invoice={invoice}>
          Remove it from the invoice first if you want to change it.
        </BilledNotice>
      )}
      <Field id="time-project_id" label="Project" required error={errors.project_id?.message}>
        <ProjectPicker
          {...picked}
          key={accepted?.version}
          initial={opened ?? null}
          disabled={isReadOnly}
          onValueChange={(id, chosen) => {
            const booking = (id === opened?.id ? opened : chosen) ?? undefined
            setBooked(bookedOn(booking, home))
            pick(id)
            if (!booking) return
            const { rate = null, rate_unit } = rateInForm(booking)
            form.setValue('rate', rate, { shouldDirty: true })
            form.setValue('rate_unit', rate_unit)
          }}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="time-hours" label="Hours" required error={errors.hours?.message}>
          <FigureInput
            {...hours}
            ref={(input) => {
              hours.ref(input)
              hoursInput.current = input
            }}
            suffix="h"
            inputMode="text"
            placeholder="1.5"
            example={isReadOnly ? undefined : 'You can also enter 1:30 or 90m.'}
          />
        </Field>
        <Field id="time-date" label="Date" required error={errors.date?.message}>
          <DateInput {...register('date')} />
        </Field>
      </div>
      <Field id="time-description" label="Description" error={errors.description?.message}>
        <Textarea
          rows={3}
          placeholder={isReadOnly ? '' : 'What did you work on?'}
          {...register('description')}
        />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Checkbox label="Billable" className="sm:mt-6" {...register('is_billable')} />
        {watch('is_billable') && (
          <Field
            id="time-rate"
            label={watch('rate_unit') === 'day' ? 'Rate per day' : 'Rate per hour'}
            error={errors.rate?.message}
            hint={worthOf(watch(), booked)}
          >
            <MoneyInput {...figure(register, 'rate', moneyFigure(booked.currency))} />
          </Field>
        )}
      </div>
      {entry && (
        <History
          queryKey={['time-entries', 'history', entry.id]}
          load={(cursor) =>
            callPage(timeEntriesApi.history, { params: { id: entry.id }, query: { cursor, limit: 50 } })
          }
        />
      )}
    </FormDialog>
  )
}

const bookedOn = (project: ProjectToLogOn | undefined, home: Currency): Booked => ({
  project_name: project?.name ?? null,
  client_name: project?.client_name ?? null,
  currency: project?.currency ?? home,
  rate_hours: project?.rate_hours ?? HOUR,
})

/** "Worth $127.50", once there are hours and a rate. */
function worthOf(
  { hours, rate }: Partial<TimeEntryForm>,
  { currency, rate_hours }: Booked,
): string | undefined {
  if (typeof hours !== 'number' || typeof rate !== 'number') return undefined
  const amount = amountAt(toSeconds(hours), { rate: toMinorUnits(rate, currency), rate_hours })
  return amount === null ? undefined : `Worth ${formatMoney(amount, currency)}`
}

const choiceOf = ({ project_id, project_name, ...entry }: TimeEntry): ProjectToLogOn => ({
  ...entry,
  id: project_id,
  name: project_name ?? 'Unknown Project',
})
