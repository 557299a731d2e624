import { moneyFigure } from '#core/figures.ts'
import { formatMoney } from '#core/format.ts'
import { fromMinorUnits } from '#core/money.ts'
import { RefundInput } from '#features/billing/payments/contract.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { SelectField } from '#web/forms/select-field.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { useRecordRefund } from './client.ts'
import type { Invoice } from './contract/invoice.ts'
import { METHODS } from './payment-dialog.tsx'

type RefundDialogProps = { invoice: Invoice; onClose(): void }

/** Records what went back to the client: by default the credit, else all that was paid. */
export function RefundDialog({ invoice, onClose }: RefundDialogProps) {
  const today = useToday()
  const recording = useRecordRefund(invoice.id)
  const { currency, home_currency, overpaid, amount_paid } = invoice
  const form = useSchemaForm(RefundInput, {
    amount: fromMinorUnits(overpaid || amount_paid, currency),
    paid_on: today,
    method: 'bank_transfer',
    reference: '',
    fee: null,
  })
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <FormDialog
      form={form}
      title={`Record refund for ${invoice.invoice_number}`}
      prefix="refund"
      action="Record refund"
      save={async (entered) => {
        await recording.mutateAsync(entered)
        onClose()
      }}
      onClose={onClose}
    >
      <p className="text-muted">
        {overpaid > 0
          ? `The ${formatMoney(overpaid, currency)} of credit is refunded first. Anything beyond that is left to pay again.`
          : 'Money that you gave back is left to pay again, and counts as negative revenue on its day.'}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="refund-amount" label="Amount" required error={errors.amount?.message}>
          <MoneyInput {...figure(register, 'amount', moneyFigure(currency))} />
        </Field>
        <Field id="refund-paid_on" label="Refunded on" required error={errors.paid_on?.message}>
          <DateInput max={today} {...register('paid_on')} />
        </Field>
        <SelectField control={control} name="method" id="refund-method" label="Method" options={METHODS} />
        <Field id="refund-reference" label="Reference" error={errors.reference?.message}>
          <Input autoComplete="off" {...register('reference')} />
        </Field>
        <Field id="refund-fee" label={`Fee in ${home_currency}`} error={errors.fee?.message}>
          <MoneyInput {...figure(register, 'fee', moneyFigure(home_currency))} />
        </Field>
      </div>
    </FormDialog>
  )
}
