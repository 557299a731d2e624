import { useState } from 'react'
import { Controller, type DefaultValues, FormProvider, useFormContext } from 'react-hook-form'
import { addDays, type DateOnly } from '#core/calendar.ts'
import { ESTIMATED_HOURS, moneyFigure, PERCENT } from '#core/figures.ts'
import { formatDate, formatHundredths, formatNumber } from '#core/format.ts'
import { fromHundredths } from '#core/hundredths.ts'
import { fromMinorUnits } from '#core/money.ts'
import { frequencyLabel, nextDate } from '#core/recurrence.ts'
import { taxCategoryLabel } from '#features/billing/invoices/rules/tax.ts'
import { TaxCategoryField, TaxRateField } from '#features/billing/invoices/terms-fields.tsx'
import { ClientPicker } from '#features/engagement/clients/client-picker.tsx'
import { ProjectPicker } from '#features/engagement/projects/project-picker.tsx'
import { useHomeCurrency, useToday } from '#features/foundation/account/client.ts'
import { CurrencyPicker } from '#features/foundation/currencies/currency-picker.tsx'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { fieldsOf } from '#web/forms/fields-of.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import {
  describeNextDates,
  FrequencyField,
  recurrenceIn,
  StartAndEndFields,
} from '#web/forms/recurrence-fields.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type Edited, useCreateRecurringInvoice, useUpdateRecurringInvoice } from './client.ts'
import {
  type Covers,
  RecurringInvoice,
  type RecurringInvoiceForm,
  RecurringInvoiceInput,
  RecurringKind,
} from './contract.ts'
import { ItemsFields, NEW_ITEM } from './items-fields.tsx'
import { kindLabel, servicePeriod } from './rules.ts'

export function NewRecurringInvoiceDialog({ onClose }: { onClose(): void }) {
  const create = useCreateRecurringInvoice()
  const today = useToday()
  return (
    <RecurringInvoiceDialog
      title="Add Recurring Invoice"
      values={{
        project_id: null,
        kind: 'fixed',
        items: [{ ...NEW_ITEM }],
        group_by: 'project',
        included_hours: null,
        extra_rate: null,
        covers: 'past',
        tax_category: 'standard',
        tax_rate: null,
        notes: null,
        auto_send: false,
        frequency: 'month',
        start_date: today,
        end_date: '',
      }}
      save={create.mutateAsync}
      onClose={onClose}
    />
  )
}

interface EditRecurringInvoiceDialogProps {
  recurring: RecurringInvoice
  onClose(): void
}

export function EditRecurringInvoiceDialog({ recurring, onClose }: EditRecurringInvoiceDialogProps) {
  const update = useUpdateRecurringInvoice(recurring.id)
  return (
    <RecurringInvoiceDialog
      title="Edit Recurring Invoice"
      recurring={recurring}
      values={toForm(recurring)}
      save={update.mutateAsync}
      onClose={onClose}
    />
  )
}

const hundredthsOrNull = (value: number | null) => (value === null ? null : fromHundredths(value))

const toForm = (recurring: RecurringInvoice): RecurringInvoiceForm => {
  const { currency, items, included_hours, extra_rate, tax_rate, end_date } = recurring
  return {
    ...fieldsOf(RecurringInvoiceInput, recurring),
    items: items.map(({ description, quantity, unit, rate }) => ({
      description,
      quantity: fromHundredths(quantity),
      unit,
      rate: fromMinorUnits(rate, currency),
    })),
    included_hours: hundredthsOrNull(included_hours),
    extra_rate: extra_rate === null ? null : fromMinorUnits(extra_rate, currency),
    tax_rate: hundredthsOrNull(tax_rate),
    end_date: end_date ?? '',
  }
}

const KINDS = RecurringKind.options.map((kind) => ({ value: kind, label: kindLabel[kind] }))

const KIND_HINTS: Record<RecurringKind, string> = {
  fixed: 'The same items each time.',
  work: 'All unbilled time, expenses and fees of the period before each date. Without any, no invoice is made.',
  retainer: 'A fixed price that includes hours. What you log is covered, and what goes beyond can be billed.',
}

const COVERS: { value: Covers; label: string }[] = [
  { value: 'past', label: 'Previous period' },
  { value: 'coming', label: 'Upcoming period' },
]

const GROUPS = [
  { value: 'project', label: 'Project' },
  { value: 'description', label: 'Description' },
  { value: 'day', label: 'Day' },
  { value: 'entry', label: 'Entry' },
] as const

const labelIn = <Value,>(options: readonly { value: Value; label: string }[], value: Value): string =>
  options.find((option) => option.value === value)?.label ?? ''

const compared: Comparison<typeof RecurringInvoiceInput, RecurringInvoice>['fields'] = {
  kind: { label: 'Bills', text: (kind) => kindLabel[kind] },
  items: {
    label: 'Items',
    text: (items) =>
      items
        .map(
          ({ description, quantity, rate }) =>
            `${formatHundredths(quantity)} × ${description}, ${formatNumber(Number(rate))}`,
        )
        .join('\n'),
  },
  group_by: { label: 'A line per', text: (value) => labelIn(GROUPS, value) },
  included_hours: { label: 'Included hours', text: (hours) => formatHundredths(hours) },
  extra_rate: { label: 'Rate for extra hours', text: (rate) => formatNumber(Number(rate)) },
  covers: { label: 'Covers', text: (value) => labelIn(COVERS, value) },
  currency: { label: 'Currency' },
  tax_category: { label: 'Tax category', text: (category) => taxCategoryLabel[category] },
  tax_rate: { label: 'Tax rate', text: (rate) => `${formatHundredths(rate)}%` },
  notes: { label: 'Notes' },
  auto_send: { label: 'Send automatically' },
  frequency: { label: 'Repeats', text: (frequency) => frequencyLabel[frequency] },
  start_date: { label: 'Start', text: formatDate },
  end_date: { label: 'End', text: formatDate },
}

const PREFIX = 'recurring-invoice'
const MORE_OPTIONS = ['currency', 'tax_rate', 'tax_category', 'notes'] as const

interface RecurringInvoiceDialogProps {
  title: string
  recurring?: RecurringInvoice
  values: DefaultValues<RecurringInvoiceForm>
  save(entered: Edited): Promise<unknown>
  onClose(): void
}

function RecurringInvoiceDialog({ title, recurring, values, save, onClose }: RecurringInvoiceDialogProps) {
  const form = useSchemaForm(RecurringInvoiceInput, values)
  const { register, watch, formState } = form
  const { errors } = formState
  const today = useToday()
  const home = useHomeCurrency()
  const conflict = useConflict(form, recurring, {
    record: RecurringInvoice,
    input: RecurringInvoiceInput,
    toForm,
    fields: {
      ...compared,
      client_id: { label: 'Client', text: (id, saved) => saved?.client_name ?? nameOf(recurring, id) },
      project_id: { label: 'Project', text: (id, saved) => saved?.project_name ?? `Project ${id}` },
    },
  })
  const opened = conflict.accepted ?? recurring
  const kind = watch('kind')
  const currency = watch('currency') ?? home

  return (
    <FormDialog
      form={form}
      title={title}
      prefix={PREFIX}
      action="Save Recurring Invoice"
      save={async (entered) => {
        const sent = { ...entered, items: entered.kind === 'work' ? [] : (entered.items ?? []) }
        await conflict.save(sent, (ifMatch) => save({ form: sent, ifMatch }))
        onClose()
      }}
      conflict={conflict.panel}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <RecipientFields key={opened?.version} opened={opened} />
        <KindField />
        {kind === 'work' ? <GroupByField /> : <ItemsFields prefix={PREFIX} currency={currency} />}
        {kind === 'retainer' && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field
              id={`${PREFIX}-included_hours`}
              label="Included hours"
              required
              error={errors.included_hours?.message}
            >
              <FigureInput suffix="h" {...figure(register, 'included_hours', ESTIMATED_HOURS)} />
            </Field>
            <Field
              id={`${PREFIX}-extra_rate`}
              label="Rate for extra hours"
              optional
              hint="For each hour that is not included. Empty: not billed."
              error={errors.extra_rate?.message}
            >
              <MoneyInput {...figure(register, 'extra_rate', moneyFigure(currency))} />
            </Field>
          </div>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FrequencyField prefix={PREFIX} />
          {kind !== 'work' && <CoversField today={today} />}
        </div>
        <StartAndEndFields prefix={PREFIX} hint={describeDates(watch(), today)} />
        <Switch
          label="Send automatically"
          hint="Emailed with your default message. Otherwise it is a draft for you to check."
          {...register('auto_send')}
        />
        <Disclosure label="More options" revealed={MORE_OPTIONS.some((name) => errors[name])}>
          <MoreFields currency={currency} />
        </Disclosure>
      </FormProvider>
    </FormDialog>
  )
}

const nameOf = (recurring: RecurringInvoice | undefined, id: number): string =>
  recurring?.client_id === id ? recurring.client_name : `Client ${id}`

/** The client, and one of its projects. */
function RecipientFields({ opened }: { opened: RecurringInvoice | undefined }) {
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
          <Field id={`${PREFIX}-project_id`} label="Project" optional error={errors.project_id?.message}>
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

function KindField() {
  const { control, getValues, setValue, formState } = useFormContext<RecurringInvoiceForm>()
  const addFirst = () => setValue('items', [{ ...NEW_ITEM }])
  return (
    <Controller
      control={control}
      name="kind"
      render={({ field: { onChange, value, ...field } }) => (
        <Field
          id={`${PREFIX}-kind`}
          label="Bills"
          required
          hint={KIND_HINTS[value]}
          error={formState.errors.kind?.message}
        >
          <Select
            {...field}
            value={value}
            onValueChange={(chosen) => {
              if (chosen !== 'work' && !getValues('items')?.length) addFirst()
              onChange(chosen)
            }}
            options={KINDS}
          />
        </Field>
      )}
    />
  )
}

function GroupByField() {
  const { control, formState } = useFormContext<RecurringInvoiceForm>()
  return (
    <Controller
      control={control}
      name="group_by"
      render={({ field: { onChange, value = 'project', ...field } }) => (
        <Field
          id={`${PREFIX}-group_by`}
          label="A line of time per"
          error={formState.errors.group_by?.message}
        >
          <Select {...field} value={value} onValueChange={onChange} options={GROUPS} />
        </Field>
      )}
    />
  )
}

function CoversField({ today }: { today: DateOnly }) {
  const { control, watch, formState } = useFormContext<RecurringInvoiceForm>()
  const period = firstPeriod(watch(), today)
  return (
    <Controller
      control={control}
      name="covers"
      render={({ field: { onChange, value = 'past', ...field } }) => (
        <Field
          id={`${PREFIX}-covers`}
          label="Covers"
          hint={period && `The first is for ${period}.`}
          error={formState.errors.covers?.message}
        >
          <Select {...field} value={value} onValueChange={onChange} options={COVERS} />
        </Field>
      )}
    />
  )
}

function MoreFields({ currency }: { currency: string }) {
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
      <TaxRateField prefix={PREFIX} rate={figure(register, 'tax_rate', PERCENT)} />
      <TaxCategoryField prefix={PREFIX} taxName="" />
      <Field
        id={`${PREFIX}-notes`}
        label="Notes"
        optional
        className="sm:col-span-2"
        hint="Empty: the notes of your profile."
        error={errors.notes?.message}
      >
        <Textarea rows={3} {...register('notes', { setValueAs: (text) => text || null })} />
      </Field>
    </div>
  )
}

/** The dates of the next invoices; for work, also the days of the first one. */
function describeDates(entered: Partial<RecurringInvoiceForm>, today: DateOnly): string | undefined {
  const recurrence = recurrenceIn(entered)
  const period = firstPeriod(entered, today)
  if (!recurrence || !period) return undefined
  const dates = describeNextDates(recurrence, addDays(today, -1))
  return entered.kind === 'work' ? `${dates} The first bills ${period}.` : dates
}

function firstPeriod(entered: Partial<RecurringInvoiceForm>, today: DateOnly): string | undefined {
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
