import { X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import { previewAmount } from '#core/document-lines.ts'
import { moneyFigure, QUANTITY } from '#core/figures.ts'
import { toItemForm } from '#features/billing/invoices/client.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { LineAmount } from '#features/billing/invoices/line-amount.tsx'
import { itemTitle } from '#features/billing/invoices/rules/items.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useUpdateCreditNote } from './client.ts'
import { type CreditNote, CreditNoteInput } from './contract.ts'

const EditForm = CreditNoteInput.required()
type EditForm = z.input<typeof EditForm>

type EditCreditNoteDialogProps = { note: CreditNote; invoice: Invoice; onClose(): void }

/** Changes the draft of a credit note: its lines, reason and date. */
export function EditCreditNoteDialog({ note, invoice, onClose }: EditCreditNoteDialogProps) {
  const update = useUpdateCreditNote(note)
  const form = useSchemaForm(EditForm, {
    reason: note.reason,
    issue_date: note.issue_date,
    items: note.items.map((line) => ({ ...toItemForm(line, note.currency), item_id: line.item_id })),
  })
  const { register, control, formState } = form
  const { fields, remove } = useFieldArray({ control, name: 'items' })
  const { errors } = formState

  const save = async (entered: EditForm) => {
    await update.mutateAsync(entered)
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={`Edit credit note for ${note.invoice_number}`}
      prefix="credit"
      action="Save"
      save={save}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1.5 text-meta font-medium">Lines to take back</legend>
        {fields.map(({ id }, index) => (
          <LineFields
            key={id}
            form={form}
            index={index}
            invoice={invoice}
            onRemove={fields.length > 1 ? () => remove(index) : undefined}
          />
        ))}
      </fieldset>
      <Field
        id="credit-reason"
        label="Reason"
        required
        hint="Your client sees it."
        error={errors.reason?.message}
      >
        <Textarea rows={2} {...register('reason')} />
      </Field>
      <Field id="credit-issue_date" label="Date" required error={errors.issue_date?.message}>
        <DateInput min={invoice.issue_date} {...register('issue_date')} />
      </Field>
    </FormDialog>
  )
}

type LineFieldsProps = {
  form: UseFormReturn<EditForm, unknown, EditForm>
  index: number
  invoice: Invoice
  onRemove: (() => void) | undefined
}

function LineFields({ form, index, invoice, onRemove }: LineFieldsProps) {
  const { register, watch, formState } = form
  const { currency, items } = invoice
  const errors = formState.errors.items?.[index]
  const line = watch(`items.${index}`)
  const billed = items.find(({ id }) => id === line.item_id)
  const amount = previewAmount(line.quantity, line.rate, currency, billed)
  const title = itemTitle(line)
  return (
    <div className="flex flex-col gap-3 rounded border border-hairline p-3">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 wrap-anywhere">{title}</p>
        {onRemove && (
          <IconButton
            label={`Remove ${title}`}
            icon={<X />}
            size="sm"
            className="-mt-1 -mr-1"
            onClick={onRemove}
          />
        )}
      </div>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[7rem_1fr_auto]">
        <Field id={`credit-items-${index}-quantity`} label="Qty" required error={errors?.quantity?.message}>
          <FigureInput {...figure(register, `items.${index}.quantity`, QUANTITY)} />
        </Field>
        <Field id={`credit-items-${index}-rate`} label="Rate" required error={errors?.rate?.message}>
          <MoneyInput {...figure(register, `items.${index}.rate`, moneyFigure(currency))} />
        </Field>
        <LineAmount amount={amount} currency={currency} />
      </div>
    </div>
  )
}
