import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { Currency } from '#core/currency.ts'
import { ESTIMATED_HOURS, moneyFigure } from '#core/figures.ts'
import { formatCount, formatDate, formatDecimalHours, formatNumber } from '#core/format.ts'
import { useClientInAddress } from '#features/engagement/clients/client.ts'
import { ClientPicker } from '#features/engagement/clients/client-picker.tsx'
import type { Client } from '#features/engagement/clients/contract.ts'
import { useHomeCurrency } from '#features/foundation/account/client.ts'
import { CurrencyPicker } from '#features/foundation/currencies/currency-picker.tsx'
import { usePlanLimit } from '#features/foundation/subscription/client.ts'
import { useLoadedOrFetched } from '#web/data/list.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { blankIsNull, figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { SelectField } from '#web/forms/select-field.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Edited, projectQuery, toForm, useCreateProject, useUpdateProject } from './client.ts'
import {
  Billing,
  InvoiceOnApproval,
  Project,
  type ProjectForm,
  ProjectInput,
  ProjectStatus,
} from './contract.ts'
import {
  BILLING_LABELS,
  INVOICE_ON_APPROVAL_LABELS,
  LIMIT_REACHED,
  limitReachedText,
  statusTitle,
} from './rules.ts'

const EMPTY: Required<Omit<ProjectForm, 'currency' | 'apply_rate'>> = {
  name: '',
  client_id: null,
  description: '',
  billing: 'hourly',
  hourly_rate: null,
  daily_rate: null,
  fixed_fee: null,
  estimated_hours: null,
  budget_hours: null,
  budget_amount: null,
  invoice_on_approval: 'off',
  status: 'active',
  start_date: null,
  end_date: null,
}

/**
 * For the client that the address names. Opens if the plan allows another project, otherwise says that it does not:
 * checked once, before anything is typed.
 */
export function NewProjectDialog({ onClose }: { onClose(): void }) {
  const create = useCreateProject()
  const { client, loading } = useClientInAddress()
  const { plan, used, limit, canCreate } = usePlanLimit('projects')
  const [verdict, setVerdict] = useState<'open' | 'full'>()
  if (verdict === undefined && (canCreate || (plan && used !== undefined))) {
    setVerdict(canCreate ? 'open' : 'full')
  }

  useEffect(() => {
    if (verdict !== 'full') return
    toast.error(LIMIT_REACHED, limitReachedText(limit))
    onClose()
  }, [verdict, limit, onClose])

  return verdict === 'open' && !loading ? (
    <ProjectDialog title="New Project" client={client} save={create.mutateAsync} onClose={onClose} />
  ) : null
}

interface EditProjectDialogProps {
  id: number
  known: Project[] | undefined
  onClose(): void
}

export function EditProjectDialog({ id, known, onClose }: EditProjectDialogProps) {
  const update = useUpdateProject(id)
  const project = useLoadedOrFetched(known, id, projectQuery)
  return project ? (
    <ProjectDialog title="Edit Project" project={project} save={update.mutateAsync} onClose={onClose} />
  ) : null
}

const clientOf = ({ client_id, client_name }: Project) =>
  client_id === null ? null : { id: client_id, name: client_name ?? '' }

const STATUSES = ProjectStatus.options.map((status) => ({
  value: status,
  label: statusTitle(status),
}))

const BILLINGS = Billing.options.map((billing) => ({ value: billing, label: BILLING_LABELS[billing] }))

const ON_APPROVAL = InvoiceOnApproval.options.map((value) => ({
  value,
  label: INVOICE_ON_APPROVAL_LABELS[value],
}))

const PRICES = {
  hourly: { name: 'hourly_rate', label: 'Hourly rate', required: false },
  daily: { name: 'daily_rate', label: 'Day rate', required: true },
  fixed: { name: 'fixed_fee', label: 'Fixed fee', required: true },
  none: null,
} as const

const amountText = (amount: unknown) => formatNumber(Number(amount))

const compared: Comparison<typeof ProjectInput, Project>['fields'] = {
  name: { label: 'Name' },
  status: { label: 'Status', text: statusTitle },
  description: { label: 'Description' },
  currency: { label: 'Currency' },
  billing: { label: 'Billing', text: (billing) => BILLING_LABELS[billing] },
  hourly_rate: { label: 'Hourly rate', text: amountText },
  daily_rate: { label: 'Day rate', text: amountText },
  fixed_fee: { label: 'Fixed fee', text: amountText },
  estimated_hours: { label: 'Estimated hours', text: (hours) => formatDecimalHours(hours) },
  budget_hours: { label: 'Budget in hours', text: (hours) => formatDecimalHours(hours) },
  budget_amount: { label: 'Budget in money', text: amountText },
  invoice_on_approval: {
    label: 'Invoice on approval',
    text: (chosen) => INVOICE_ON_APPROVAL_LABELS[chosen],
  },
  start_date: { label: 'Start date', text: formatDate },
  end_date: { label: 'End date', text: formatDate },
}

interface ProjectDialogProps {
  title: string
  project?: Project
  /** The client of a new project, if known. */
  client?: Client | undefined
  save(entered: Edited): Promise<unknown>
  onClose(): void
}

function ProjectDialog({ title, project, client, save, onClose }: ProjectDialogProps) {
  const home = useHomeCurrency()
  const form = useSchemaForm(
    ProjectInput,
    project
      ? toForm(project)
      : { ...EMPTY, client_id: client?.id ?? null, currency: client?.currency ?? home },
  )
  const { register, control, formState, watch } = form
  const currency = watch('currency') ?? home
  const billing = watch('billing') ?? 'hourly'
  const price = PRICES[billing]
  const [appliesRate, setAppliesRate] = useState(false)
  const { errors, dirtyFields } = formState
  const followClient = (chosen: Currency = home) => {
    if (!project && !dirtyFields.currency) form.resetField('currency', { defaultValue: chosen })
  }
  const clientName = useRef(project?.client_name ?? client?.name ?? null)
  const conflict = useConflict(form, project, {
    record: Project,
    input: ProjectInput,
    toForm,
    onUseSaved: (saved) => {
      clientName.current = saved.client_name
    },
    fields: {
      ...compared,
      client_id: {
        label: 'Client',
        text: (_, saved) => (saved ? saved.client_name : clientName.current) ?? '',
      },
    },
  })
  const opened = conflict.accepted ?? project
  const { data: detail } = useQuery({ ...projectQuery(project?.id ?? 0), enabled: project !== undefined })
  const hasTime = detail !== undefined && detail.time_entries_count > 0
  const rateChanged = opened !== undefined && changesRate(toForm(opened), watch())

  return (
    <FormDialog
      form={form}
      title={title}
      prefix="project"
      action="Save Project"
      save={async (entered) => {
        const sent = rateChanged && appliesRate ? { ...entered, apply_rate: 'unbilled' as const } : entered
        await conflict.save(entered, (ifMatch) =>
          save({ form: sent, clientName: clientName.current, ifMatch }),
        )
        onClose()
      }}
      conflict={conflict.panel}
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
            <Field id="project-client_id" label="Client" error={errors.client_id?.message}>
              <ClientPicker
                {...field}
                key={opened?.version}
                initial={opened ? clientOf(opened) : (client ?? null)}
                onValueChange={(id, chosen) => {
                  clientName.current = chosen?.name ?? null
                  followClient(chosen?.currency)
                  onChange(id)
                }}
              />
            </Field>
          )}
        />
        <SelectField control={control} name="status" id="project-status" label="Status" options={STATUSES} />
      </div>
      <Field id="project-description" label="Description" error={errors.description?.message}>
        <Textarea rows={3} {...register('description')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          control={control}
          name="billing"
          id="project-billing"
          label="Billing"
          options={BILLINGS}
          onChosen={() => {
            if (price) form.resetField(price.name)
          }}
        />
        {price && (
          <Field
            key={price.name}
            id={`project-${price.name}`}
            label={price.label}
            required={price.required}
            error={errors[price.name]?.message}
          >
            <MoneyInput {...figure(register, price.name, moneyFigure(currency))} />
          </Field>
        )}
        <Controller
          control={control}
          name="currency"
          render={({ field: { onChange, ...field } }) => (
            <Field
              id="project-currency"
              label="Currency"
              hint={hasTime && 'Fixed, since time is logged.'}
              error={errors.currency?.message}
            >
              <CurrencyPicker {...field} value={currency} onValueChange={onChange} disabled={hasTime} />
            </Field>
          )}
        />
      </div>
      {rateChanged && (
        <ApplyRate
          count={detail?.unbilled_entries_count ?? 0}
          checked={appliesRate}
          onCheckedChange={setAppliesRate}
        />
      )}
      <fieldset aria-describedby="project-budget-hint" className="flex flex-col gap-3">
        <legend className="mb-1 font-semibold">Budget</legend>
        <p id="project-budget-hint" className="text-meta text-muted">
          A limit in hours or money, to see how much of it is used. Your client sees the estimated hours only.
        </p>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field id="project-estimated_hours" label="Estimated hours" error={errors.estimated_hours?.message}>
            <FigureInput suffix="h" {...figure(register, 'estimated_hours', ESTIMATED_HOURS)} />
          </Field>
          <Field id="project-budget_hours" label="Budget in hours" error={errors.budget_hours?.message}>
            <FigureInput suffix="h" {...figure(register, 'budget_hours', ESTIMATED_HOURS)} />
          </Field>
          <Field id="project-budget_amount" label="Budget in money" error={errors.budget_amount?.message}>
            <MoneyInput {...figure(register, 'budget_amount', moneyFigure(currency))} />
          </Field>
        </div>
      </fieldset>
      <SelectField
        control={control}
        name="invoice_on_approval"
        id="project-invoice_on_approval"
        label="Invoice on approval"
        hint="When your client approves a deliverable with a fee."
        options={ON_APPROVAL}
        fallback="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="project-start_date" label="Start date" error={errors.start_date?.message}>
          <DateInput {...register('start_date', blankIsNull)} />
        </Field>
        <Field id="project-end_date" label="End date" error={errors.end_date?.message}>
          <DateInput {...register('end_date', blankIsNull)} />
        </Field>
      </div>
    </FormDialog>
  )
}

const changesRate = (before: ProjectForm, after: ProjectForm): boolean =>
  before.billing !== after.billing ||
  before.hourly_rate !== after.hourly_rate ||
  before.daily_rate !== after.daily_rate

interface ApplyRateProps {
  /** Number of unbilled time entries. */
  count: number
  checked: boolean
  onCheckedChange(checked: boolean): void
}

/** Logged time keeps its rate, unless the new one is to apply to it as well. */
function ApplyRate({ count, checked, onCheckedChange }: ApplyRateProps) {
  if (count === 0) return null
  return (
    <Checkbox
      label={
        count === 1
          ? 'Apply to 1 unbilled time entry'
          : `Apply to ${formatCount(count)} unbilled time entries`
      }
      hint="Otherwise time that is already logged keeps its rate."
      checked={checked}
      onChange={(event) => onCheckedChange(event.target.checked)}
    />
  )
}
