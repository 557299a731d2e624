import { useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { addDays, type DateOnly } from '#core/calendar.ts'
import { TAX_RATE } from '#core/figures.ts'
import { formatDate } from '#core/format.ts'
import { nextDate } from '#core/recurrence.ts'
import { TaxCategoryField, TaxRateField } from '#features/billing/invoices/terms-fields.tsx'
import { ClientPicker } from '#features/engagement/clients/client-picker.tsx'
import { ProjectPicker } from '#features/engagement/projects/project-picker.tsx'
import { CurrencyPicker } from '#features/foundation/currencies/currency-picker.tsx'
import { figure } from '#web/forms/form.ts'
import { recurrenceIn } from '#web/forms/recurrence-fields.tsx'
import { SelectField } from '#web/forms/select-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type Covers, type RecurringInvoice, type RecurringInvoiceForm, RecurringKind } from './contract.ts'
import { NEW_ITEM } from './items-fields.tsx'
import { kindLabel, servicePeriod } from './rules.ts'

const KINDS = RecurringKind.options.map((kind) => ({ value: kind, label: kindLabel[kind] }))

const KIND_HINTS: Record<RecurringKind, string> = {
  fixed: 'The same items each time.',
  work: 'All unbilled time, expenses and fees of the period before each date. Without any, no invoice is made.',
  retainer: 'A fixed price that includes hours. What you log is covered, and what goes beyond can be billed.',
}

export const COVERS: { value: Covers; label: string }[] = [
  { value: 'past', label: 'Previous period' },
  { value: 'coming', label: 'Upcoming period' },
]

export const GROUPS = [
  { value: 'project', label: 'Project' },
  { value: 'description', label: 'Description' },
  { value: 'day', label: 'Day' },
  { value: 'entry', label: 'Entry' },
] as const

export const PREFIX = 'recurring-invoice'
/** The client, and one of its projects. */
export function RecipientFields({ opened }: { opened: RecurringInvoice | undefined }) {
  const { control, setValue, watch, formState } = useFormContext<RecurringInvoiceForm>()
  const { errors } = formState
  const clientId = watch('client_id')
  const [client] = useState(opened ? { id: opened.client_id, name: opened.client_name } : null)
  const [project] = useState(
    opened?.project_id
      ? { id: opened.project_id, name: opened.project_name ?? '', client_name: opened.client_name }
      : null,
  )
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Controller
        control={control}
        name="client_id"
        render={({ field: { onChange, ...field } }) => (
          <Field id={`${PREFIX}-client_id`} label="Client" required error={errors.client_id?.message}>
            <ClientPicker
              {...field}
              initial={client}
              onValueChange={(id, chosen) => {
                onChange(id)
                setValue('project_id', null)
                setValue('currency', chosen?.currency)
              }}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="project_id"
        render={({ field: { onChange, ...field } }) => (
          <Field id={`${PREFIX}-project_id`} label="Project" error={errors.project_id?.message}>
            <ProjectPicker
              {...field}
              initial={project}
              clientId={clientId}
              placeholder="All projects"
              onValueChange={(id, chosen) => {
                onChange(id)
                if (chosen) setValue('currency', chosen.currency)
              }}
            />
          </Field>
        )}
      />
    </div>
  )
}

export function KindField() {
  const { control, getValues, setValue, watch } = useFormContext<RecurringInvoiceForm>()
  const addFirst = () => setValue('items', [{ ...NEW_ITEM }])
  return (
    <SelectField
      control={control}
      name="kind"
      id={`${PREFIX}-kind`}
      label="Bills"
      required
      hint={KIND_HINTS[watch('kind')]}
      options={KINDS}
      onChosen={(kind) => {
        if (kind !== 'work' && !getValues('items')?.length) addFirst()
      }}
    />
  )
}

export function GroupByField() {
  const { control } = useFormContext<RecurringInvoiceForm>()
  return (
    <SelectField
      control={control}
      name="group_by"
      id={`${PREFIX}-group_by`}
      label="A line of time per"
      options={GROUPS}
      fallback="project"
    />
  )
}

export function CoversField({ today }: { today: DateOnly }) {
  const { control, watch } = useFormContext<RecurringInvoiceForm>()
  const period = firstPeriod(watch(), today)
  return (
    <SelectField
      control={control}
      name="covers"
      id={`${PREFIX}-covers`}
      label="Bills for"
      hint={period && `The first is for ${period}.`}
      options={COVERS}
      fallback="past"
    />
  )
}

export function MoreFields({ currency }: { currency: string }) {
  const { register, setValue, formState } = useFormContext<RecurringInvoiceForm>()
  const { errors } = formState
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field id={`${PREFIX}-currency`} label="Currency" error={errors.currency?.message}>
        <CurrencyPicker
          value={currency}
          onValueChange={(chosen) => setValue('currency', chosen, { shouldDirty: true })}
        />
      </Field>
      <TaxRateField prefix={PREFIX} rate={figure(register, 'tax_rate', TAX_RATE)} />
      <TaxCategoryField prefix={PREFIX} taxName="" />
      <Field
        id={`${PREFIX}-notes`}
        label="Notes"
        className="sm:col-span-2"
        hint="Empty: the notes of your profile."
        error={errors.notes?.message}
      >
        <Textarea rows={3} {...register('notes', { setValueAs: (text) => text || null })} />
      </Field>
    </div>
  )
}

export function firstPeriod(entered: Partial<RecurringInvoiceForm>, today: DateOnly): string | undefined {
  const recurrence = recurrenceIn(entered)
  const next = recurrence && nextDate(recurrence, addDays(today, -1))
  if (!recurrence || next === null) return undefined
  const { from, to } = servicePeriod(
    recurrence,
    next,
    entered.kind === 'work' ? 'past' : (entered.covers ?? 'past'),
  )
  return `${formatDate(from)} – ${formatDate(to)}`
}
