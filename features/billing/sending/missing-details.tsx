import { type ReactNode, useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { isDateOnly, MaybeDate } from '#core/calendar.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { moneyFigure } from '#core/figures.ts'
import { countOf, formatMoney } from '#core/format.ts'
import { EnteredMoney } from '#core/money-schemas.ts'
import { maxLength } from '#core/text.ts'
import { DUE_TOO_EARLY } from '#features/billing/invoices/contract/input.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { BusinessInput } from '#features/foundation/business/contract.ts'
import { figure, useSchemaForm } from '#web/forms/form.ts'
import { CountryPicker } from '#web/ui/country-picker.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useCompleteInvoice } from './client.ts'
import {
  completed,
  isComplete,
  isFaultyIban,
  missingDetails,
  type PricedUnit,
  paymentFields,
  unpricedTime,
} from './rules/missing.ts'

const { address, postal_code, city, country } = BusinessInput.shape

const missingForm = ({ issue_date }: Invoice) =>
  z.object({
    address,
    postal_code,
    city,
    country,
    payment: maxLength(1000).refine((text) => !isFaultyIban(text), 'This IBAN contains a typo'),
    due_date: MaybeDate.refine((date) => !date || date >= issue_date, DUE_TOO_EARLY),
    hours: EnteredMoney.nullish(),
    days: EnteredMoney.nullish(),
  })

const NOTHING = {
  address: '',
  postal_code: '',
  city: '',
  country: '',
  payment: '',
  due_date: '',
  hours: null,
  days: null,
} as const

/** Fields for what the invoice lacks, inside the form that sends it. All of them may stay empty. */
export function useMissingDetails(opened: Invoice, isPaidOnline: boolean) {
  const [invoice, setInvoice] = useState(opened)
  const missing = missingDetails(invoice, isPaidOnline)
  const form = useSchemaForm(missingForm(invoice), NOTHING)
  const complete = useCompleteInvoice(invoice.id)
  const { due_date, hours, days } = form.watch()
  const { errors, isDirty } = form.formState

  return {
    /** The invoice as it is saved. */
    saved: invoice,
    isDirty,
    /** The invoice with what was entered, as it is sent. */
    preview: completed(invoice, {
      due_date: due_date && isDateOnly(due_date) ? due_date : null,
      rates: { hours, days },
    }),
    isValid: () => form.trigger(undefined, { shouldFocus: true }),
    /** Saves what was entered, here and as the exchange rate. Gives the version of the invoice by then. */
    async save(exchange_rate: number | null = null): Promise<IfMatch> {
      if (!isDirty && exchange_rate === null) return invoice.version
      const { due_date: due, hours: perHour, days: perDay, payment, ...entered } = form.getValues()
      const profile = Object.fromEntries(
        Object.entries({ ...entered, ...paymentFields(payment) }).filter(([, value]) => value),
      )
      const saved = await complete.mutateAsync({
        invoice,
        profile,
        due_date: due || null,
        exchange_rate,
        rates: { hours: perHour, days: perDay },
      })
      form.reset(NOTHING)
      setInvoice(saved)
      return saved.version
    },
    fields: isComplete(missing) ? null : (
      <Panel>
        {missing.rates.map((unit) => (
          <Field
            key={unit}
            id={`send-${unit}`}
            label={unit === 'hours' ? 'Rate per hour' : 'Rate per day'}
            hint={describeUnpriced(invoice, unit)}
            error={errors[unit]?.message}
          >
            <MoneyInput {...figure(form.register, unit, moneyFigure(invoice.currency))} />
          </Field>
        ))}
        {missing.due_date && (
          <Field
            id="send-due_date"
            label="Due date"
            hint={`So that ${invoice.client_name} knows when to pay.`}
            error={errors.due_date?.message}
          >
            <DateInput {...form.register('due_date')} min={invoice.issue_date} />
          </Field>
        )}
        {missing.payment && (
          <Field
            id="send-payment"
            label="How to pay you"
            className="sm:col-span-full"
            hint={`So that ${invoice.client_name} can pay you.`}
            error={errors.payment?.message}
          >
            <Input autoComplete="off" placeholder="IBAN or payment link" {...form.register('payment')} />
          </Field>
        )}
        {missing.address && (
          <div className="sm:col-span-full">
            <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[1fr_2fr]">
              <Field
                id="send-own_address"
                label="Your street address"
                className="sm:col-span-full"
                error={errors.address?.message}
              >
                <Textarea rows={1} autoComplete="street-address" {...form.register('address')} />
              </Field>
              <Field id="send-postal_code" label="Postal code" error={errors.postal_code?.message}>
                <Input autoComplete="postal-code" {...form.register('postal_code')} />
              </Field>
              <Field id="send-city" label="City" error={errors.city?.message}>
                <Input autoComplete="address-level2" {...form.register('city')} />
              </Field>
              <Controller
                control={form.control}
                name="country"
                render={({ field: { onChange, ...field } }) => (
                  <Field
                    id="send-country"
                    label="Country"
                    className="sm:col-span-full"
                    error={errors.country?.message}
                  >
                    <CountryPicker {...field} onValueChange={onChange} />
                  </Field>
                )}
              />
            </div>
            <p className="mt-1.5 text-meta text-faint">Most countries require your address on an invoice.</p>
          </div>
        )}
      </Panel>
    ),
  }
}

/** "3 lines of time have no rate, so they are billed at $0.00." */
function describeUnpriced(invoice: Invoice, unit: PricedUnit): string {
  const { length } = unpricedTime(invoice, unit)
  const nothing = formatMoney(0, invoice.currency)
  return length === 1
    ? `One line of time has no rate, so it is billed at ${nothing}.`
    : `${countOf(length, 'line')} of time have no rate, so they are billed at ${nothing}.`
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="send-missing" className="rounded border border-hairline p-4">
      <h3 id="send-missing" className="text-body font-semibold">
        Still missing
      </h3>
      <p className="mb-3 text-meta text-muted">Saved for next time. Leave empty what you do not need.</p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">{children}</div>
    </section>
  )
}
