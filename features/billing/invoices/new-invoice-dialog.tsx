import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Controller, type DefaultValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { isDateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { EXCHANGE_RATE, TAX_RATE } from '#core/figures.ts'
import { fromThousandths } from '#core/units.ts'
import { clientQuery } from '#features/engagement/clients/client.ts'
import { ClientPicker } from '#features/engagement/clients/client-picker.tsx'
import type { Client } from '#features/engagement/clients/contract.ts'
import type { Project } from '#features/engagement/projects/contract.ts'
import { ProjectPicker } from '#features/engagement/projects/project-picker.tsx'
import { useHomeCurrency, useToday } from '#features/foundation/account/client.ts'
import { businessQuery } from '#features/foundation/business/client.ts'
import { CurrencyFields } from '#features/foundation/currencies/currency-fields.tsx'
import { billPath } from '#features/work/billing-status/rules.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useCreateInvoice } from './client.ts'
import { type InvoiceForm, InvoiceInput } from './contract/input.ts'
import { useIssueDateCheck } from './issue-date-check.tsx'
import { dueAfter } from './rules/period.ts'
import { DiscountFields, ServicePeriodFields, TaxCategoryField, TaxRateField } from './terms-fields.tsx'
import { UnbilledOffer } from './unbilled-offer.tsx'

const blank = (
  today: string,
  project: Project | undefined,
  client: Client | undefined,
): DefaultValues<InvoiceForm> => ({
  project_id: null,
  ...(client && { client_id: client.id, currency: client.currency }),
  ...(project && { project_id: project.id, currency: project.currency }),
  ...(project?.client_id && { client_id: project.client_id }),
  issue_date: today,
  due_date: '',
  exchange_rate: null,
  service_from: '',
  service_to: '',
  tax_category: 'standard',
  tax_rate: 0,
  discount_percent: null,
  notes: '',
})

const MORE_OPTIONS = [
  'service_from',
  'service_to',
  'tax_category',
  'discount_percent',
  'discount_amount',
] as const

/** Fields that choosing a client fills in. */
const CHOSEN = new Set(['client_id', 'project_id', 'currency', 'exchange_rate'])

type NewInvoiceDialogProps = {
  /** The project to invoice, if known. */
  project: Project | undefined
  /** The client to invoice, if known. The project's own takes precedence. */
  client: Client | undefined
  onCreated(id: number): void
  onClose(): void
}

export function NewInvoiceDialog({ project, client, onCreated, onClose }: NewInvoiceDialogProps) {
  const create = useCreateInvoice()
  const mayBeDated = useIssueDateCheck('Change the date')
  const form = useSchemaForm(InvoiceInput, blank(useToday(), project, client))
  const { register, control, setValue, watch, formState } = form
  const { errors, isSubmitted } = formState
  const taxName = useProfileDefaults(form)
  const [clientOfProject, setClientOfProject] = useState<ClientChoice | null>(
    clientOf(project) ?? client ?? null,
  )
  const clientId = watch('client_id')
  const home = useHomeCurrency()
  const navigate = useNavigate()
  const setCurrency = (currency: Currency | undefined) => {
    setValue('currency', currency, { shouldDirty: true })
    setValue('exchange_rate', null)
  }

  const bill = () => {
    const isTyped = Object.keys(formState.dirtyFields).some((name) => !CHOSEN.has(name))
    // A client alone is not worth the question whether to discard it.
    if (!isTyped) flushSync(() => form.reset(form.getValues()))
    void navigate(billPath({ client: clientId }))
  }

  const save = async ({ project_id, ...entered }: InvoiceForm) => {
    if (!(await mayBeDated(entered.issue_date))) return false
    const { id } = await create.mutateAsync({ ...entered, ...(project_id && { project_id }) })
    onCreated(id)
    return true
  }

  return (
    <FormProvider {...form}>
      <FormDialog
        form={form}
        title="Create Invoice"
        prefix="invoice"
        action="Create Invoice"
        save={save}
        onClose={onClose}
      >
        <Controller
          control={control}
          name="client_id"
          render={({ field: { onChange, ...field } }) => (
            <Field id="invoice-client_id" label="Client" required error={errors.client_id?.message}>
              <ClientPicker
                key={clientOfProject?.id}
                {...field}
                initial={clientOfProject}
                onValueChange={(id, client) => {
                  onChange(id)
                  setValue('project_id', null)
                  setCurrency(client?.currency)
                }}
              />
            </Field>
          )}
        />
        {clientId && <UnbilledOffer key={clientId} clientId={clientId} onBill={bill} />}
        <Controller
          control={control}
          name="project_id"
          render={({ field: { onChange, ...field } }) => (
            <Field id="invoice-project_id" label="Project" error={errors.project_id?.message}>
              <ProjectPicker
                {...field}
                initial={project ?? null}
                clientId={clientId}
                onValueChange={(id, project) => {
                  onChange(id)
                  if (project) setCurrency(project.currency)
                  if (clientId || !project?.client_id) return
                  setClientOfProject({ id: project.client_id, name: project.client_name ?? '' })
                  setValue('client_id', project.client_id, {
                    shouldDirty: true,
                    shouldValidate: isSubmitted,
                  })
                }}
              />
            </Field>
          )}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <Field id="invoice-issue_date" label="Issue date" required error={errors.issue_date?.message}>
            <DateInput {...register('issue_date')} />
          </Field>
          <Field id="invoice-due_date" label="Due date" error={errors.due_date?.message}>
            <DateInput {...register('due_date')} />
          </Field>
          <TaxRateField prefix="invoice" rate={figure(register, 'tax_rate', TAX_RATE)} />
        </div>
        <CurrencyFields
          prefix="invoice"
          home={home}
          currency={watch('currency') ?? home}
          onCurrencyChange={setCurrency}
          rate={figure(register, 'exchange_rate', EXCHANGE_RATE)}
          errors={errors}
        />
        <Field
          id="invoice-notes"
          label="Notes"
          hint="Your client sees this on the invoice."
          error={errors.notes?.message}
        >
          <Textarea rows={3} placeholder="Payment details, or a thank-you note" {...register('notes')} />
        </Field>
        <Disclosure label="More options" revealed={MORE_OPTIONS.some((name) => errors[name])}>
          <div className="grid gap-4 sm:grid-cols-2">
            <ServicePeriodFields prefix="invoice" />
            <DiscountFields prefix="invoice" currency={watch('currency') ?? home} />
            <TaxCategoryField prefix="invoice" taxName={taxName} />
          </div>
        </Disclosure>
      </FormDialog>
    </FormProvider>
  )
}

/** Fills in what the profile and the client say, unless something else was entered. Gives the name of the tax. */
function useProfileDefaults({
  formState,
  watch,
  resetField,
}: UseFormReturn<InvoiceForm, unknown, InvoiceForm>) {
  const { data: business } = useQuery(businessQuery)
  const { dirtyFields } = formState
  const issueDate = watch('issue_date')
  const clientId = watch('client_id')
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: Boolean(clientId) })
  const termsDays = client?.payment_terms_days ?? business?.payment_terms_days ?? null
  const typed = { tax_rate: dirtyFields.tax_rate, notes: dirtyFields.notes, due_date: dirtyFields.due_date }
  const isTyped = useRef(typed)
  isTyped.current = typed

  useEffect(() => {
    if (!business) return
    const { tax_rate, notes } = isTyped.current
    if (!tax_rate) resetField('tax_rate', { defaultValue: fromThousandths(business.tax_rate) })
    if (!notes) resetField('notes', { defaultValue: business.notes })
  }, [business, resetField])

  useEffect(() => {
    const due = isDateOnly(issueDate) ? dueAfter(issueDate, termsDays) : null
    if (!isTyped.current.due_date) resetField('due_date', { defaultValue: due ?? '' })
  }, [issueDate, termsDays, resetField])

  return business?.tax_name ?? ''
}

type ClientChoice = Pick<Client, 'id' | 'name'>

const clientOf = (project: Project | undefined): ClientChoice | null =>
  project?.client_id ? { id: project.client_id, name: project.client_name ?? '' } : null
