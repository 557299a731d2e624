import { Controller } from 'react-hook-form'
import { HOURS, moneyFigure, TAX_RATE, WHOLE_NUMBER } from '#core/figures.ts'
import { formatMoney } from '#core/format.ts'
import { LOCALES, localeName } from '#core/locale.ts'
import { type Business, ROUNDING_MINUTES } from '#features/foundation/business/contract.ts'
import { CURRENCY_LOCKED } from '#features/foundation/business/rules.ts'
import { CurrencyPicker } from '#features/foundation/currencies/currency-picker.tsx'
import { figure } from '#web/forms/form.ts'
import { SelectField } from '#web/forms/select-field.tsx'
import { CountryPicker } from '#web/ui/country-picker.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import type { SelectOption } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { ProfileForm } from './business-form.tsx'

type FieldsProps = { form: ProfileForm }

const sideBySide = 'grid gap-4 sm:grid-cols-2'

export function IdentityFields({ form }: FieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field id="business-name" label="Business name" error={errors.name?.message}>
        <Input autoComplete="organization" {...register('name')} />
      </Field>
      <div className={sideBySide}>
        <Field id="business-email" label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="email" {...register('email')} />
        </Field>
        <Field id="business-phone" label="Phone" error={errors.phone?.message}>
          <Input type="tel" autoComplete="tel" {...register('phone')} />
        </Field>
      </div>
      <Field id="business-website" label="Website" error={errors.website?.message}>
        <Input type="url" autoComplete="url" {...register('website')} />
      </Field>
    </>
  )
}

export function AddressAndTaxFields({ form }: FieldsProps) {
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <>
      <Field id="business-address" label="Street address" error={errors.address?.message}>
        <Textarea rows={2} autoComplete="street-address" {...register('address')} />
      </Field>
      <div className={sideBySide}>
        <Field id="business-postal_code" label="Postal code" error={errors.postal_code?.message}>
          <Input autoComplete="postal-code" {...register('postal_code')} />
        </Field>
        <Field id="business-city" label="City" error={errors.city?.message}>
          <Input autoComplete="address-level2" {...register('city')} />
        </Field>
      </div>
      <Controller
        control={control}
        name="country"
        render={({ field: { onChange, ...field } }) => (
          <Field id="business-country" label="Country" error={errors.country?.message}>
            <CountryPicker onPage {...field} onValueChange={onChange} />
          </Field>
        )}
      />
      <div className={sideBySide}>
        <Field id="business-tax_id" label="Tax ID" error={errors.tax_id?.message}>
          <Input autoComplete="off" {...register('tax_id')} />
        </Field>
        <Field
          id="business-tax_name"
          label="Name of the tax"
          hint="As it is called where you live."
          error={errors.tax_name?.message}
        >
          <Input autoComplete="off" placeholder="VAT, GST, Sales tax" {...register('tax_name')} />
        </Field>
      </div>
    </>
  )
}

export function PaymentFields({ form }: FieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field id="business-payment_details" label="How to pay you" error={errors.payment_details?.message}>
        <Textarea
          rows={2}
          placeholder="Please pay by bank transfer within 14 days."
          {...register('payment_details')}
        />
      </Field>
      <Field id="business-account_holder" label="Account holder" error={errors.account_holder?.message}>
        <Input autoComplete="off" {...register('account_holder')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Field id="business-iban" label="IBAN" error={errors.iban?.message}>
          <Input autoComplete="off" spellCheck={false} {...register('iban')} />
        </Field>
        <Field id="business-bic" label="BIC" error={errors.bic?.message}>
          <Input autoComplete="off" spellCheck={false} {...register('bic')} />
        </Field>
      </div>
    </>
  )
}

export function DefaultFields({ form, business }: FieldsProps & { business: Business }) {
  const { register, control, watch, formState } = form
  const { errors } = formState
  const currency = watch('currency') ?? business.currency
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[2fr_3fr]">
        <Controller
          control={control}
          name="currency"
          render={({ field: { onChange, ...field } }) => (
            <Field
              id="business-currency"
              label="Currency"
              hint={
                business.currency_locked
                  ? `${CURRENCY_LOCKED}.`
                  : 'In which your dashboard and reports count.'
              }
              error={errors.currency?.message}
            >
              <CurrencyPicker
                onPage
                {...field}
                disabled={business.currency_locked}
                onValueChange={onChange}
              />
            </Field>
          )}
        />
        <SelectField
          control={control}
          name="locale"
          id="business-locale"
          label="Number format"
          options={localeOptions(currency)}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field id="business-tax_rate" label="Tax rate" error={errors.tax_rate?.message}>
          <FigureInput suffix="%" {...figure(register, 'tax_rate', TAX_RATE)} />
        </Field>
        <Field
          id="business-payment_terms_days"
          label="Payment terms"
          error={errors.payment_terms_days?.message}
        >
          <FigureInput
            suffix="days"
            className="[&_input]:pr-14"
            {...figure(register, 'payment_terms_days', WHOLE_NUMBER)}
          />
        </Field>
        <Field id="business-hourly_rate" label="Hourly rate" error={errors.hourly_rate?.message}>
          <MoneyInput {...figure(register, 'hourly_rate', moneyFigure(currency))} />
        </Field>
      </div>
      <Field id="business-notes" label="Notes" error={errors.notes?.message}>
        <Textarea rows={2} placeholder="Thank you for your business." {...register('notes')} />
      </Field>
      <Field
        id="business-footer"
        label="Footer"
        hint="At the foot of every invoice, such as a registration number."
        error={errors.footer?.message}
      >
        <Textarea rows={2} {...register('footer')} />
      </Field>
    </>
  )
}

const localeOptions = (currency: string): SelectOption<(typeof LOCALES)[number]>[] =>
  LOCALES.map((locale) => ({
    value: locale,
    label: `${formatMoney(123_456, currency, locale)} · ${localeName(locale)}`,
  }))

export function NumberFields({ form }: FieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className={sideBySide}>
      <Field
        id="business-invoice_prefix"
        label="Prefix"
        hint="With {YYYY}, as in {YYYY}-, numbers restart each year."
        error={errors.invoice_prefix?.message}
      >
        <Input autoComplete="off" {...register('invoice_prefix')} />
      </Field>
      <Field
        id="business-next_invoice_number"
        label="Next number"
        hint="Numbers follow one another without gaps."
        error={errors.next_invoice_number?.message}
      >
        <FigureInput {...figure(register, 'next_invoice_number', WHOLE_NUMBER)} />
      </Field>
    </div>
  )
}

export function TimeFields({ form }: FieldsProps) {
  const { register, control, watch, formState } = form
  const { errors } = formState
  return (
    <>
      <div className={sideBySide}>
        <SelectField
          control={control}
          name="week_starts_on"
          id="business-week_starts_on"
          label="Week starts on"
          options={WEEK_DAYS}
        />
        <Field
          id="business-hours_per_day"
          label="Hours of a day"
          hint="For work that is billed by the day."
          error={errors.hours_per_day?.message}
        >
          <FigureInput suffix="h" {...figure(register, 'hours_per_day', HOURS)} />
        </Field>
      </div>
      <div className={sideBySide}>
        <SelectField
          control={control}
          name="time_rounding_minutes"
          id="business-time_rounding_minutes"
          label="Round time to"
          options={ROUNDINGS}
        />
        {watch('time_rounding_minutes') !== 0 && (
          <SelectField
            control={control}
            name="time_rounding_mode"
            id="business-time_rounding_mode"
            label="Rounding"
            options={MODES}
          />
        )}
      </div>
    </>
  )
}

const WEEK_DAYS = [
  { value: 'monday', label: 'Monday' },
  { value: 'saturday', label: 'Saturday' },
  { value: 'sunday', label: 'Sunday' },
] as const

const ROUNDINGS = ROUNDING_MINUTES.map((minutes) => ({
  value: minutes,
  label: minutes === 0 ? 'No rounding' : minutes === 1 ? '1 minute' : `${minutes} minutes`,
}))

const MODES = [
  { value: 'nearest', label: 'To the nearest' },
  { value: 'up', label: 'Always up' },
] as const
