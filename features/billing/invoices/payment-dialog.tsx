import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DateOnly } from '#core/calendar.ts'
import { moneyFigure } from '#core/figures.ts'
import { formatMoney } from '#core/format.ts'
import { fromMinorUnits, toMinorUnits } from '#core/money.ts'
import { EnteredMethod } from '#features/billing/payments/contract.ts'
import { methodLabel } from '#features/billing/payments/rules/ledger.ts'
import { clientQuery } from '#features/engagement/clients/client.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { invoiceInSentence } from '#features/foundation/business/rules.ts'
import { savedIn } from '#web/data/version-conflict.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { SelectField } from '#web/forms/select-field.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { useRecordPayment } from './client.ts'
import { Invoice } from './contract/invoice.ts'
import { type InvoicePaymentForm, InvoicePaymentInput } from './contract/payments.ts'
import { CreditOffer } from './money-notices.tsx'

export const METHODS = EnteredMethod.options.map((method) => ({ value: method, label: methodLabel[method] }))

type PaymentDialogProps = { invoice: Invoice; onClose(): void }

/** Records what the client paid: by default all that is left to pay. */
export function PaymentDialog({ invoice, onClose }: PaymentDialogProps) {
  const today = useToday()
  const recording = useRecordPayment(invoice.id)
  const client = useQuery(clientQuery(invoice.client_id))
  // The version that was shown when the dialog opened, or after a conflict.
  const [seen, setSeen] = useState(invoice.version)
  const form = useSchemaForm(InvoicePaymentInput, {
    amount: fromMinorUnits(invoice.balance, invoice.currency),
    paid_on: paidOn(invoice, today),
    method: 'bank_transfer',
    reference: '',
    fee: null,
    received: null,
    excess_as_credit: false,
    mail_receipt: false,
  })
  const { register, control, formState, watch } = form
  const excess = excessOf(invoice, watch('amount'))
  const { errors } = formState
  const email = client.data?.email

  const save = async (entered: InvoicePaymentForm) => {
    try {
      await recording.mutateAsync({ form: entered, ifMatch: seen })
    } catch (error) {
      setSeen(savedIn(error, Invoice)?.version ?? seen)
      throw error
    }
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={`Record payment for ${invoiceInSentence(invoice)}`}
      prefix="payment"
      action="Record payment"
      save={save}
      onClose={onClose}
    >
      <CreditOffer invoice={invoice} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          id="payment-amount"
          label="Amount"
          required
          hint={leftToPay(invoice, watch('amount'))}
          error={errors.amount?.message}
        >
          <MoneyInput {...figure(register, 'amount', moneyFigure(invoice.currency))} />
        </Field>
        <Field
          id="payment-paid_on"
          label="Paid on"
          required
          hint="Reports count the payment on this day."
          error={errors.paid_on?.message}
        >
          <DateInput max={today} {...register('paid_on')} />
        </Field>
        <SelectField control={control} name="method" id="payment-method" label="Method" options={METHODS} />
        <Field id="payment-reference" label="Reference" error={errors.reference?.message}>
          <Input autoComplete="off" placeholder="As on your bank statement" {...register('reference')} />
        </Field>
        <Field
          id="payment-fee"
          label={`Fee in ${invoice.home_currency}`}
          hint="What your bank or card provider kept: a cost in your reports. Your client owes no more for it."
          error={errors.fee?.message}
        >
          <MoneyInput {...figure(register, 'fee', moneyFigure(invoice.home_currency))} />
        </Field>
        {invoice.currency !== invoice.home_currency && (
          <Field
            id="payment-received"
            label={`Received in ${invoice.home_currency}`}
            hint="What reached your account. What it differs from the invoice's rate is an exchange difference."
            error={errors.received?.message}
          >
            <MoneyInput {...figure(register, 'received', moneyFigure(invoice.home_currency))} />
          </Field>
        )}
      </div>
      {excess > 0 && (
        <Checkbox
          label={`Keep ${formatMoney(excess, invoice.currency)} as credit`}
          hint={`Credit is what ${invoice.client_name} paid too much. It is offered on their next invoice.`}
          {...register('excess_as_credit')}
        />
      )}
      {/* Has its place from the start, so that no button moves while it is pressed. */}
      {(email || client.isPending) && (
        <Checkbox
          label="Email a receipt"
          hint={<span className="wrap-anywhere">{`To ${email ?? '…'}`}</span>}
          disabled={!email}
          {...register('mail_receipt')}
        />
      )}
    </FormDialog>
  )
}

/** As the client says, whose day may begin earlier. */
const paidOn = ({ paid_notice }: Invoice, today: DateOnly): DateOnly =>
  paid_notice && paid_notice.paid_on < today ? paid_notice.paid_on : today

/** The part of the typed amount beyond the balance. */
const excessOf = ({ balance, currency }: Invoice, typed: unknown): number =>
  typeof typed === 'number' ? Math.max(0, toMinorUnits(typed, currency) - balance) : 0

/** The balance after the typed amount. */
function leftToPay({ balance, currency }: Invoice, typed: unknown): string {
  const money = (amount: number) => formatMoney(amount, currency)
  const amount = typeof typed === 'number' ? toMinorUnits(typed, currency) : 0
  if (amount <= 0) return `${money(balance)} is due.`
  if (amount > balance) return `More than the ${money(balance)} that is due.`
  return amount === balance ? 'Pays the invoice in full.' : `${money(balance - amount)} is left to pay.`
}
