import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { moneyFigure } from '#core/figures.ts'
import { formatMoney } from '#core/format.ts'
import { EnteredMoney } from '#core/money-schemas.ts'
import { Id } from '#core/schemas.ts'
import { toItemForm } from '#features/billing/invoices/client.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { itemTitle } from '#features/billing/invoices/rules/items.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/figure-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useCreateCreditNote } from './client.ts'
import { type CreditNote, type CreditNoteForm, CreditNoteInput } from './contract.ts'

const What = z.enum(['all', 'lines', 'amount'])
type What = z.output<typeof What>

const CreditForm = z
  .object({
    what: What,
    reason: CreditNoteInput.shape.reason,
    issue_date: z.string().min(1, 'Please choose a date'),
    item_ids: z.array(Id),
    amount: EnteredMoney.nullable(),
  })
  .refine(({ what, item_ids }) => what !== 'lines' || item_ids.length > 0, {
    path: ['item_ids'],
    error: 'Choose at least one line',
  })
  .refine(({ what, amount }) => what !== 'amount' || amount !== null, {
    path: ['amount'],
    error: 'Is required',
  })
type CreditForm = z.input<typeof CreditForm>

type CreditDialogProps = {
  invoice: Invoice
  /** The line to credit, if only that one is. */
  itemId?: number | undefined
  onCreated(note: CreditNote): void
  onClose(): void
}

/** Drafts a credit note: for everything that is left of an invoice, for some of its lines, or for an amount. */
export function CreditDialog({ invoice, itemId, onCreated, onClose }: CreditDialogProps) {
  const today = useToday()
  const create = useCreateCreditNote(invoice.id)
  const [isCreated, setCreated] = useState(false)
  const form = useSchemaForm(CreditForm, {
    what: itemId === undefined ? 'all' : 'lines',
    reason: '',
    issue_date: today > invoice.issue_date ? today : invoice.issue_date,
    item_ids: itemId === undefined ? [] : [itemId],
    amount: null,
  })
  const { register, control, watch, setValue, formState } = form
  const { errors } = formState
  const chosen = watch('item_ids')
  const left = formatMoney(invoice.total - invoice.credited, invoice.currency)

  const save = async (entered: CreditForm) => {
    const note = await create.mutateAsync(bodyOf(invoice, entered))
    setCreated(true)
    onCreated(note)
  }
  const toggle = (id: number, isOn: boolean) =>
    setValue('item_ids', isOn ? [...chosen, id] : chosen.filter((one) => one !== id), {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    })

  return (
    <FormDialog
      form={form}
      title={`Credit ${invoice.invoice_number}`}
      prefix="credit"
      action="Draft credit note"
      save={save}
      changed={!isCreated && formState.isDirty}
      onClose={onClose}
    >
      <p className="text-muted">
        A credit note takes back an invoice, or a part of it. {invoice.client_name} gets it as a document of
        its own.
      </p>
      <Controller
        control={control}
        name="what"
        render={({ field: { onChange, ...field } }) => (
          <Field id="credit-what" label="What to credit">
            <Select {...field} options={optionsFor(left)} onValueChange={onChange} />
          </Field>
        )}
      />
      {watch('what') === 'lines' && (
        <Field id="credit-item_ids" label="Lines" error={errors.item_ids?.message}>
          <div className="flex flex-col">
            {invoice.items.map((item) => (
              <Checkbox
                key={item.id}
                label={itemTitle(item)}
                hint={formatMoney(item.amount, invoice.currency)}
                checked={chosen.includes(item.id)}
                onChange={(event) => toggle(item.id, event.target.checked)}
              />
            ))}
          </div>
        </Field>
      )}
      {watch('what') === 'amount' && (
        <Field
          id="credit-amount"
          label="Amount before discount and tax"
          required
          error={errors.amount?.message}
        >
          <MoneyInput {...figure(register, 'amount', moneyFigure(invoice.currency))} />
        </Field>
      )}
      <Field
        id="credit-reason"
        label="Reason"
        required
        hint="Your client sees it."
        error={errors.reason?.message}
      >
        <Textarea rows={2} placeholder="Three hours were billed twice." {...register('reason')} />
      </Field>
      <Field id="credit-issue_date" label="Date" required error={errors.issue_date?.message}>
        <DateInput min={invoice.issue_date} {...register('issue_date')} />
      </Field>
    </FormDialog>
  )
}

const optionsFor = (left: string): { value: What; label: string }[] => [
  { value: 'all', label: `Everything that is left, ${left}` },
  { value: 'lines', label: 'Some of its lines' },
  { value: 'amount', label: 'An amount' },
]

function bodyOf(
  invoice: Invoice,
  { what, reason, issue_date, item_ids, amount }: CreditForm,
): CreditNoteForm {
  const items = invoice.items
    .filter(({ id }) => item_ids.includes(id))
    .map((item) => ({ ...toItemForm(item, invoice.currency), item_id: item.id }))
  return {
    reason,
    issue_date,
    ...(what === 'lines' && { items }),
    ...(what === 'amount' && {
      items: [{ description: `Credit on invoice ${invoice.invoice_number}`, quantity: 1, rate: amount ?? 0 }],
    }),
  }
}
