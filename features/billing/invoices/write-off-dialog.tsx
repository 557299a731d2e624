import { moneyFigure } from '#core/figures.ts'
import { fromMinorUnits } from '#core/money.ts'
import { WriteOffInput } from '#features/billing/payments/contract.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { invoiceInSentence } from '#features/foundation/business/rules.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { useWriteOff } from './client.ts'
import type { Invoice } from './contract/invoice.ts'

type WriteOffDialogProps = { invoice: Invoice; onClose(): void }

/** Gives up what the client will not pay: by default the balance. */
export function WriteOffDialog({ invoice, onClose }: WriteOffDialogProps) {
  const today = useToday()
  const writing = useWriteOff(invoice.id)
  const { currency, balance } = invoice
  const form = useSchemaForm(WriteOffInput, {
    amount: fromMinorUnits(balance, currency),
    paid_on: today,
    reason: '',
  })
  const { register, formState } = form
  const { errors } = formState
  return (
    <FormDialog
      form={form}
      title={`Write off ${invoiceInSentence(invoice)}`}
      prefix="write_off"
      action="Write off"
      save={async (entered) => {
        await writing.mutateAsync(entered)
        onClose()
      }}
      onClose={onClose}
    >
      <p className="text-muted">
        Writing off means that you no longer expect this money. It lowers the balance, is no revenue, and your
        client sees it on the invoice.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="write_off-amount" label="Amount" required error={errors.amount?.message}>
          <MoneyInput {...figure(register, 'amount', moneyFigure(currency))} />
        </Field>
        <Field id="write_off-paid_on" label="Written off on" required error={errors.paid_on?.message}>
          <DateInput max={today} {...register('paid_on')} />
        </Field>
      </div>
      <Field
        id="write_off-reason"
        label="Reason"
        required
        hint="For your books. Your client does not see it."
        error={errors.reason?.message}
      >
        <Input autoComplete="off" placeholder="Client is insolvent" {...register('reason')} />
      </Field>
    </FormDialog>
  )
}
