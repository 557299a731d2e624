import { type FormEvent, type Ref, useEffect, useImperativeHandle } from 'react'
import type { z } from 'zod'
import { EXCHANGE_RATE, PERCENT } from '#core/figures.ts'
import { formatDate, formatHundredths, formatNumber } from '#core/format.ts'
import { fromHundredths } from '#core/hundredths.ts'
import { CurrencyFields } from '#features/currencies/currency-fields.tsx'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { errorList, figure, showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput } from '#web/ui/figure-input.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useInlineEdit } from '#web/ui/inline-edit.ts'
import { Textarea } from '#web/ui/textarea.tsx'
import { useUpdateInvoice } from './client.ts'
import { Invoice, type InvoiceChangeForm, InvoiceDetails } from './contract.ts'
import type { UnsavedInput } from './item-form-row.tsx'
import { isLocked, lockedMessage } from './rules.ts'

type InvoiceDetailsFormProps = {
  ref: Ref<UnsavedInput>
  invoice: Invoice
  onDirtyChange(dirty: boolean): void
  onDone(): void
}

const toForm = (invoice: Invoice) => ({
  issue_date: invoice.issue_date,
  due_date: invoice.due_date ?? '',
  tax_rate: fromHundredths(invoice.tax_rate),
  currency: invoice.currency,
  exchange_rate: invoice.exchange_rate,
  notes: invoice.notes,
})

const comparison: Comparison<typeof InvoiceDetails, Invoice> = {
  record: Invoice,
  input: InvoiceDetails,
  toForm,
  fields: {
    issue_date: { label: 'Issue date', text: formatDate },
    due_date: { label: 'Due date', text: formatDate },
    tax_rate: { label: 'Tax rate', text: (rate) => `${formatHundredths(rate)}%` },
    currency: { label: 'Currency' },
    exchange_rate: { label: 'Exchange rate', text: (rate) => formatNumber(rate) },
    notes: { label: 'Notes' },
  },
}

/** What can still change. A rate that stays the same is left out, since it would count as the one used last. */
function changeOf(invoice: Invoice, entered: z.input<typeof InvoiceDetails>): InvoiceChangeForm {
  const { currency, exchange_rate, ...terms } = entered
  if (isLocked(invoice.status)) return { notes: terms.notes }
  if (invoice.status !== 'draft') return terms
  const isSameRate = currency === invoice.currency && exchange_rate === invoice.exchange_rate
  return { ...terms, currency, ...(!isSameRate && { exchange_rate }) }
}

/** Edits dates, tax rate and notes in place, and the currency as long as it is a draft. */
export function InvoiceDetailsForm({ ref, invoice, onDirtyChange, onDone }: InvoiceDetailsFormProps) {
  const update = useUpdateInvoice(invoice.id)
  const form = useSchemaForm(InvoiceDetails, toForm(invoice))
  const conflict = useConflict(form, invoice, comparison)
  const { register, handleSubmit, formState, setValue, watch } = form
  const { errors, isDirty, isSubmitting } = formState
  const locked = isLocked(invoice.status)
  const message = lockedMessage(invoice.status)
  const reason = locked ? message.title : undefined

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
      {conflict.panel}
      <FormErrors errors={errorList(errors, 'details')} />
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          id="details-issue_date"
          label="Issue date"
          required
          locked={reason}
          error={errors.issue_date?.message}
        >
          <DateInput {...register('issue_date')} />
        </Field>
        <Field
          id="details-due_date"
          label="Due date"
          optional
          locked={reason}
          error={errors.due_date?.message}
        >
          <DateInput {...register('due_date')} />
        </Field>
        <Field id="details-tax_rate" label="Tax rate" locked={reason} error={errors.tax_rate?.message}>
          <FigureInput suffix="%" {...figure(register, 'tax_rate', PERCENT)} />
        </Field>
      </div>
      {invoice.status === 'draft' && (
        <CurrencyFields
          prefix="details"
          home={invoice.home_currency}
          currency={watch('currency')}
          onCurrencyChange={(chosen) => {
            setValue('currency', chosen, { shouldDirty: true })
            setValue('exchange_rate', null, { shouldDirty: true })
          }}
          rate={figure(register, 'exchange_rate', EXCHANGE_RATE)}
          errors={errors}
        />
      )}
      {locked && <p className="text-meta text-muted">{`${message.title}. ${message.advice}`}</p>}
      <Field
        id="details-notes"
        label="Notes"
        optional
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
    </form>
  )
}
