import { type FormEvent, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { Controller, FormProvider } from 'react-hook-form'
import type { z } from 'zod'
import type { Currency } from '#core/currency.ts'
import { EXCHANGE_RATE, TAX_RATE } from '#core/figures.ts'
import { formatDate, formatHundredths, formatMoney, formatNumber, formatTaxRate } from '#core/format.ts'
import { fromMinorUnits } from '#core/money.ts'
import { fromHundredths, fromThousandths } from '#core/units.ts'
import { ClientPicker } from '#features/engagement/clients/client-picker.tsx'
import { ProjectPicker } from '#features/engagement/projects/project-picker.tsx'
import { CurrencyFields } from '#features/foundation/currencies/currency-fields.tsx'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { errorList, figure, showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useInlineEdit } from '#web/ui/inline-edit.ts'
import { Textarea } from '#web/ui/textarea.tsx'
import { useUpdateInvoice } from './client.ts'
import { type InvoiceChangeForm, InvoiceDetails } from './contract/input.ts'
import { Invoice } from './contract/invoice.ts'
import type { UnsavedInput } from './item-form-row.tsx'
import { withTerms } from './rules/preview.ts'
import { isLocked, lockedMessage } from './rules/status.ts'
import { taxCategoryLabel } from './rules/tax.ts'
import { DiscountFields, ServicePeriodFields, TaxCategoryField, TaxRateField } from './terms-fields.tsx'

type InvoiceDetailsFormProps = {
  ref: Ref<UnsavedInput>
  invoice: Invoice
  onDirtyChange(dirty: boolean): void
  /** The invoice with what was typed so far; null once the form closes. */
  onPreview(invoice: Invoice | null): void
  onDone(): void
}

const toForm = (invoice: Invoice) => ({
  client_id: invoice.client_id,
  project_id: invoice.project_id,
  issue_date: invoice.issue_date,
  due_date: invoice.due_date ?? '',
  service_from: invoice.service_from ?? '',
  service_to: invoice.service_to ?? '',
  tax_category: invoice.tax_category,
  tax_rate: fromThousandths(invoice.tax_rate),
  ...discountForm(invoice),
  currency: invoice.currency,
  exchange_rate: invoice.exchange_rate,
  notes: invoice.notes,
})

/** A discount in percent is entered as such; what it comes to is not entered. */
const discountForm = ({ discount_percent, discount_amount, currency }: Invoice) =>
  discount_percent === null
    ? { discount_percent: null, discount_amount: fromMinorUnits(discount_amount, currency) }
    : { discount_percent: fromHundredths(discount_percent), discount_amount: 0 }

const comparison: Comparison<typeof InvoiceDetails, Invoice>['fields'] = {
  issue_date: { label: 'Issue date', text: formatDate },
  due_date: { label: 'Due date', text: formatDate },
  service_from: { label: 'Service from', text: formatDate },
  service_to: { label: 'Service to', text: formatDate },
  tax_category: { label: 'Tax category', text: (category) => taxCategoryLabel[category] },
  tax_rate: { label: 'Tax rate', text: (rate) => formatTaxRate(rate) },
  discount_percent: { label: 'Discount in percent', text: (percent) => `${formatHundredths(percent)}%` },
  discount_amount: { label: 'Discount as an amount', text: (amount) => formatNumber(Number(amount)) },
  currency: { label: 'Currency' },
  exchange_rate: { label: 'Exchange rate', text: (rate) => formatNumber(rate) },
  notes: { label: 'Notes' },
}

/**
 * The changed fields. A rate that stays the same is left out, since it would count as the one used last, and so is a
 * due date, which then follows the payment terms of another client.
 */
function changeOf(invoice: Invoice, entered: z.input<typeof InvoiceDetails>): InvoiceChangeForm {
  const { client_id, project_id, currency, exchange_rate, due_date, ...rest } = entered
  const terms = {
    ...rest,
    ...(due_date !== (invoice.due_date ?? '') && { due_date }),
    discount_percent: entered.discount_percent ?? null,
    discount_amount: entered.discount_amount ?? 0,
  }
  if (isLocked(invoice.status)) return { notes: terms.notes }
  if (invoice.status !== 'draft') return terms
  const isSameRate = currency === invoice.currency && exchange_rate === invoice.exchange_rate
  return { ...terms, client_id, project_id, currency, ...(!isSameRate && { exchange_rate }) }
}

/** Edits dates, tax, discount and notes in place; client, project and currency as long as it is a draft. */
export function InvoiceDetailsForm(props: InvoiceDetailsFormProps) {
  const { ref, invoice, onDirtyChange, onPreview, onDone } = props
  const update = useUpdateInvoice(invoice.id)
  const form = useSchemaForm(InvoiceDetails, toForm(invoice))
  const names = useRef({ client: invoice.client_name, project: invoice.project_name })
  const conflict = useConflict(form, invoice, {
    record: Invoice,
    input: InvoiceDetails,
    toForm,
    onUseSaved: (saved) => {
      names.current = { client: saved.client_name, project: saved.project_name }
    },
    fields: {
      client_id: { label: 'Client', text: (_, saved) => saved?.client_name ?? names.current.client },
      project_id: {
        label: 'Project',
        text: (_, saved) => saved?.project_name ?? names.current.project ?? '',
      },
      ...comparison,
    },
  })
  const { register, control, handleSubmit, formState, setValue, watch } = form
  const { errors, isDirty, isSubmitting } = formState
  const locked = isLocked(invoice.status)
  const message = lockedMessage(invoice.status)
  const reason = locked ? message.title : undefined
  const opened = conflict.accepted ?? invoice
  const preview = usePreview(invoice, watch(), onPreview)
  const [billedIn, setBilledIn] = useState<Currency>()

  const setCurrency = (chosen: Currency) => {
    setValue('currency', chosen, { shouldDirty: true })
    setValue('exchange_rate', null, { shouldDirty: true })
  }
  /** The lines are priced already, so only an invoice without any follows its client or project. */
  const followCurrency = (of: Currency | undefined) => {
    setBilledIn(of)
    if (of && invoice.items.length === 0) setCurrency(of)
  }

  useEffect(() => {
    onDirtyChange(isDirty)
    return () => onDirtyChange(false)
  }, [isDirty, onDirtyChange])

  const save = async () => {
    let saved = false
    await handleSubmit(async (entered) => {
      try {
        await conflict.save(entered, (ifMatch) =>
          update.mutateAsync({ form: changeOf(invoice, entered), ifMatch }),
        )
        saved = true
        onDone()
      } catch (error) {
        showServerErrors(form, error)
      }
    })()
    return saved
  }
  useImperativeHandle(ref, () => ({ save: async () => !isDirty || (await save()) }))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const inlineEdit = useInlineEdit({ changed: isDirty, onLeave: onDone })

  return (
    <form
      noValidate
      onSubmit={submit}
      {...inlineEdit}
      className="flex flex-col gap-4 rounded border border-hairline p-4"
    >
      <FormProvider {...form}>
        {conflict.panel}
        <FormErrors errors={errorList(errors, 'details')} />
        {invoice.status === 'draft' && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Controller
              control={control}
              name="client_id"
              render={({ field: { onChange, ...field } }) => (
                <Field id="details-client_id" label="Client" required error={errors.client_id?.message}>
                  <ClientPicker
                    key={opened.version}
                    {...field}
                    initial={{ id: opened.client_id, name: opened.client_name }}
                    onValueChange={(id, chosen) => {
                      names.current = { client: chosen?.name ?? '', project: null }
                      onChange(id)
                      setValue('project_id', null, { shouldDirty: true })
                      followCurrency(chosen?.currency)
                    }}
                  />
                </Field>
              )}
            />
            <Controller
              control={control}
              name="project_id"
              render={({ field: { onChange, ...field } }) => (
                <Field id="details-project_id" label="Project" error={errors.project_id?.message}>
                  <ProjectPicker
                    key={opened.version}
                    {...field}
                    initial={projectOf(opened)}
                    clientId={watch('client_id')}
                    onValueChange={(id, chosen) => {
                      names.current.project = chosen?.name ?? null
                      onChange(id)
                      if (chosen) followCurrency(chosen.currency)
                    }}
                  />
                </Field>
              )}
            />
          </div>
        )}
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Field
            id="details-issue_date"
            label="Issue date"
            required
            locked={reason}
            error={errors.issue_date?.message}
          >
            <DateInput {...register('issue_date')} />
          </Field>
          <Field id="details-due_date" label="Due date" locked={reason} error={errors.due_date?.message}>
            <DateInput {...register('due_date')} />
          </Field>
          <ServicePeriodFields prefix="details" locked={reason} />
          <TaxCategoryField prefix="details" locked={reason} taxName={invoice.details.tax_name} />
          <TaxRateField prefix="details" locked={reason} rate={figure(register, 'tax_rate', TAX_RATE)} />
          <DiscountFields
            key={opened.version}
            prefix="details"
            locked={reason}
            currency={preview.currency}
            discount={preview.discount_amount}
          />
        </div>
        {invoice.status === 'draft' && (
          <>
            <CurrencyFields
              prefix="details"
              home={invoice.home_currency}
              currency={watch('currency')}
              onCurrencyChange={setCurrency}
              rate={figure(register, 'exchange_rate', EXCHANGE_RATE)}
              errors={errors}
            />
            <CurrencyNote
              invoice={invoice}
              preview={preview}
              billedIn={billedIn}
              name={names.current.client}
            />
          </>
        )}
        {locked && <p className="text-meta text-muted">{`${message.title}. ${message.advice}`}</p>}
        <Field
          id="details-notes"
          label="Notes"
          hint="Your client sees this on the invoice."
          error={errors.notes?.message}
        >
          <Textarea rows={3} {...register('notes')} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="primary" pending={isSubmitting}>
            Save Details
          </Button>
        </div>
      </FormProvider>
    </form>
  )
}

const projectOf = ({ project_id, project_name, client_name }: Invoice) =>
  project_id === null ? null : { id: project_id, name: project_name ?? '', client_name }

/** The invoice with what was typed so far. */
function usePreview(
  invoice: Invoice,
  entered: z.input<typeof InvoiceDetails>,
  onPreview: InvoiceDetailsFormProps['onPreview'],
): Invoice {
  const { currency, tax_rate, discount_percent, discount_amount } = entered
  const preview = useMemo(
    () => withTerms(invoice, { currency, tax_rate, discount_percent, discount_amount }),
    [invoice, currency, tax_rate, discount_percent, discount_amount],
  )
  useEffect(() => onPreview(preview), [preview, onPreview])
  useEffect(() => () => onPreview(null), [onPreview])
  return preview
}

interface CurrencyNoteProps {
  invoice: Invoice
  preview: Invoice
  /** The currency of the client or project that was chosen last. */
  billedIn: Currency | undefined
  name: string
}

/** Explains what another currency, or another client with one, means for the lines. */
function CurrencyNote({ invoice, preview, billedIn, name }: CurrencyNoteProps) {
  const [before, after] = [invoice.items[0], preview.items[0]]
  const notes = [
    billedIn &&
      billedIn !== preview.currency &&
      `${name} is billed in ${billedIn}. This invoice stays in ${preview.currency} unless you change its currency.`,
    before &&
      after &&
      invoice.currency !== preview.currency &&
      `The rates of its lines stay the same figures: ${formatMoney(before.rate, invoice.currency)} becomes ${formatMoney(after.rate, preview.currency)}.`,
  ].filter(Boolean)
  return (
    <p role="status" className="text-meta text-muted empty:hidden">
      {notes.join(' ')}
    </p>
  )
}
