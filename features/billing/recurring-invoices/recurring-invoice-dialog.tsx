import { type DefaultValues, FormProvider } from 'react-hook-form'
import { addDays, type DateOnly } from '#core/calendar.ts'
import { writeQuantity } from '#core/document-lines.ts'
import { ESTIMATED_HOURS, moneyFigure } from '#core/figures.ts'
import { formatDecimalHours, formatNumber, formatTaxRate } from '#core/format.ts'
import { fromMinorUnits } from '#core/money.ts'
import { fromSeconds, fromTenThousandths, fromThousandths } from '#core/units.ts'
import { taxCategoryLabel } from '#features/billing/invoices/rules/tax.ts'
import { useHomeCurrency, useToday } from '#features/foundation/account/client.ts'
import type { Edited } from '#features/foundation/recurrence/client.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { fieldsOf } from '#web/forms/fields-of.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import {
  comparedRecurrence,
  describeNextDates,
  FrequencyField,
  recurrenceIn,
  StartAndEndFields,
} from '#web/forms/recurrence-fields.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { recurringInvoices } from './client.ts'
import { RecurringInvoice, type RecurringInvoiceForm, RecurringInvoiceInput } from './contract.ts'
import { ItemsFields, NEW_ITEM } from './items-fields.tsx'
import {
  COVERS,
  CoversField,
  firstPeriod,
  GROUPS,
  GroupByField,
  KindField,
  MoreFields,
  PREFIX,
  RecipientFields,
} from './recurring-invoice-fields.tsx'
import { kindLabel } from './rules.ts'

export function NewRecurringInvoiceDialog({ onClose }: { onClose(): void }) {
  const create = recurringInvoices.useCreate()
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
  const update = recurringInvoices.useUpdate(recurring.id)
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

const toForm = (recurring: RecurringInvoice): RecurringInvoiceForm => {
  const { currency, items, included_hours, extra_rate, tax_rate, end_date } = recurring
  return {
    ...fieldsOf(RecurringInvoiceInput, recurring),
    items: items.map(({ description, quantity, unit, rate }) => ({
      description,
      quantity: fromTenThousandths(quantity),
      unit,
      rate: fromMinorUnits(rate, currency),
    })),
    included_hours: included_hours === null ? null : fromSeconds(included_hours),
    extra_rate: extra_rate === null ? null : fromMinorUnits(extra_rate, currency),
    tax_rate: tax_rate === null ? null : fromThousandths(tax_rate),
    end_date: end_date ?? '',
  }
}

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
            `${writeQuantity(quantity)} × ${description}, ${formatNumber(Number(rate))}`,
        )
        .join('\n'),
  },
  group_by: { label: 'A line per', text: (value) => labelIn(GROUPS, value) },
  included_hours: { label: 'Included hours', text: (hours) => formatDecimalHours(hours) },
  extra_rate: { label: 'Rate for extra hours', text: (rate) => formatNumber(Number(rate)) },
  covers: { label: 'Bills for', text: (value) => labelIn(COVERS, value) },
  currency: { label: 'Currency' },
  tax_category: { label: 'Tax category', text: (category) => taxCategoryLabel[category] },
  tax_rate: { label: 'Tax rate', text: (rate) => formatTaxRate(rate) },
  notes: { label: 'Notes' },
  auto_send: { label: 'Send automatically' },
  ...comparedRecurrence,
}

const MORE_OPTIONS = ['currency', 'tax_rate', 'tax_category', 'notes'] as const

interface RecurringInvoiceDialogProps {
  title: string
  recurring?: RecurringInvoice
  values: DefaultValues<RecurringInvoiceForm>
  save(entered: Edited<RecurringInvoiceForm>): Promise<unknown>
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

/** The dates of the next invoices; for work, also the days of the first one. */
function describeDates(entered: Partial<RecurringInvoiceForm>, today: DateOnly): string | undefined {
  const recurrence = recurrenceIn(entered)
  const period = firstPeriod(entered, today)
  if (!recurrence || !period) return undefined
  const dates = describeNextDates(recurrence, addDays(today, -1))
  return entered.kind === 'work' ? `${dates} The first bills ${period}.` : dates
}
