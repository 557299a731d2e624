import { useEffect } from 'react'
import { fromHundredths } from '#core/hundredths.ts'
import { errorList, numeric, showServerErrors, useSchemaForm } from '#web/form.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useUpdateInvoice } from './client.ts'
import { type Invoice, InvoiceDetails } from './contract.ts'
import { isLocked, lockedWords } from './rules.ts'

type InvoiceDetailsFormProps = {
  invoice: Invoice
  onDirtyChange(dirty: boolean): void
  onDone(): void
}

/** Dates, tax rate and notes, in the place where they are read. */
export function InvoiceDetailsForm({ invoice, onDirtyChange, onDone }: InvoiceDetailsFormProps) {
  const update = useUpdateInvoice(invoice.id)
  const form = useSchemaForm(InvoiceDetails, {
    issue_date: invoice.issue_date,
    due_date: invoice.due_date ?? '',
    tax_rate: fromHundredths(invoice.tax_rate),
    notes: invoice.notes,
  })
  const { register, handleSubmit, formState } = form
  const { errors, isDirty, isSubmitting } = formState
  const locked = isLocked(invoice.status)

  useEffect(() => {
    onDirtyChange(isDirty)
    return () => onDirtyChange(false)
  }, [isDirty, onDirtyChange])

  const submit = handleSubmit(async ({ notes, ...terms }) => {
    try {
      await update.mutateAsync(locked ? { notes } : { notes, ...terms })
      onDone()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 rounded border border-hairline p-4">
      <FormErrors errors={errorList(errors, 'details')} />
      <div className="grid gap-4 sm:grid-cols-3">
        <Field id="details-issue_date" label="Issue date" required error={errors.issue_date?.message}>
          <DateInput readOnly={locked} {...register('issue_date')} />
        </Field>
        <Field id="details-due_date" label="Due date" optional error={errors.due_date?.message}>
          <DateInput readOnly={locked} {...register('due_date')} />
        </Field>
        <Field id="details-tax_rate" label="Tax rate" error={errors.tax_rate?.message}>
          <NumberInput
            min="0"
            max="100"
            step="0.01"
            suffix="%"
            readOnly={locked}
            {...register('tax_rate', numeric)}
          />
        </Field>
      </div>
      {locked && <p className="text-meta text-muted">{lockedWords(invoice.status).wayOut}</p>}
      <Field
        id="details-notes"
        label="Notes"
        optional
        hint="Your client reads this on the invoice."
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
