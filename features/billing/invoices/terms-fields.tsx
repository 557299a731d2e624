import { type ComponentProps, useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import type { Currency } from '#core/currency.ts'
import { TaxCategory } from '#core/document-lines.ts'
import { moneyFigure, PERCENT } from '#core/figures.ts'
import { formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { figure } from '#web/forms/form.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput, MoneyInput } from '#web/ui/figure-input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { InvoiceForm } from './contract/input.ts'
import { RATE_IN_OTHER_CATEGORY, taxCategoryLabel, taxSentence } from './rules/tax.ts'

/** The shared part of the forms of a new and of a saved invoice. They provide themselves as the context. */
type TermsForm = Pick<
  InvoiceForm,
  'tax_category' | 'tax_rate' | 'discount_percent' | 'discount_amount' | 'service_from' | 'service_to'
>

interface TermsFieldsProps {
  /** Prefix of the fields' ids. */
  prefix: string
  /** The reason why they cannot be changed. */
  locked?: string | undefined
}

type TaxRateFieldProps = TermsFieldsProps & {
  /** Props from `figure` for the tax rate. */
  rate: ComponentProps<typeof FigureInput>
}

export function TaxRateField({ prefix, locked, rate }: TaxRateFieldProps) {
  const { watch, formState } = useFormContext<TermsForm>()
  const isStandard = (watch('tax_category') ?? 'standard') === 'standard'
  return (
    <Field
      id={`${prefix}-tax_rate`}
      label="Tax rate"
      locked={locked ?? (isStandard ? undefined : RATE_IN_OTHER_CATEGORY)}
      error={formState.errors.tax_rate?.message}
    >
      <FigureInput suffix="%" {...rate} />
    </Field>
  )
}

const TAX_CATEGORIES = TaxCategory.options.map((category) => ({
  value: category,
  label: taxCategoryLabel[category],
}))

/** Any category but the standard one has a rate of zero, and says why. */
export function TaxCategoryField({ prefix, locked, taxName }: TermsFieldsProps & { taxName: string }) {
  const { control, getValues, setValue, formState } = useFormContext<TermsForm>()
  const [standardRate, setStandardRate] = useState(getValues('tax_rate'))
  const choose = (chosen: TaxCategory, before: TaxCategory) => {
    if (before === 'standard') setStandardRate(getValues('tax_rate'))
    const rate = chosen === 'standard' ? standardRate : 0
    setValue('tax_rate', rate, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <Controller
      control={control}
      name="tax_category"
      render={({ field: { onChange, value = 'standard', ...field } }) => (
        <Field
          id={`${prefix}-tax_category`}
          label="Tax category"
          hint={taxSentence(value, taxName)}
          locked={locked}
          error={formState.errors.tax_category?.message}
        >
          <Select
            {...field}
            value={value}
            onValueChange={(chosen) => {
              choose(chosen, value)
              onChange(chosen)
            }}
            options={TAX_CATEGORIES}
            disabled={Boolean(locked)}
          />
        </Field>
      )}
    />
  )
}

export function ServicePeriodFields({ prefix, locked }: TermsFieldsProps) {
  const { register, formState } = useFormContext<TermsForm>()
  const { errors } = formState
  return (
    <>
      <Field
        id={`${prefix}-service_from`}
        label="Service from"
        locked={locked}
        error={errors.service_from?.message}
      >
        <DateInput {...register('service_from')} />
      </Field>
      <Field
        id={`${prefix}-service_to`}
        label="Service to"
        locked={locked}
        error={errors.service_to?.message}
      >
        <DateInput {...register('service_to')} />
      </Field>
    </>
  )
}

const DISCOUNTS = [
  { value: 'none', label: 'None' },
  { value: 'percent', label: 'In percent' },
  { value: 'amount', label: 'As an amount' },
] as const
type DiscountKind = (typeof DISCOUNTS)[number]['value']

type DiscountFieldsProps = TermsFieldsProps & {
  currency: Currency
  /** The amount of the discount, if the lines are known. */
  discount?: MinorUnits
}

/** A discount before tax. Only the field of the chosen kind has a value. */
export function DiscountFields({ prefix, locked, currency, discount }: DiscountFieldsProps) {
  const { register, getValues, setValue, formState } = useFormContext<TermsForm>()
  const { errors } = formState
  const [kind, setKind] = useState(() => kindOf(getValues()))
  const choose = (chosen: DiscountKind) => {
    setKind(chosen)
    setValue('discount_percent', null, { shouldDirty: true })
    setValue('discount_amount', undefined, { shouldDirty: true })
  }
  const hint = discount
    ? `${formatMoney(discount, currency)} off, before tax.`
    : 'Off the subtotal, before tax.'
  return (
    <>
      <Field label="Discount" locked={locked}>
        <Select value={kind} onValueChange={choose} options={DISCOUNTS} disabled={Boolean(locked)} />
      </Field>
      {kind === 'percent' && (
        <Field
          id={`${prefix}-discount_percent`}
          label="Discount in percent"
          hint={hint}
          locked={locked}
          error={errors.discount_percent?.message}
        >
          <FigureInput suffix="%" {...figure(register, 'discount_percent', PERCENT)} />
        </Field>
      )}
      {kind === 'amount' && (
        <Field
          id={`${prefix}-discount_amount`}
          label="Discount as an amount"
          hint={hint}
          locked={locked}
          error={errors.discount_amount?.message}
        >
          <MoneyInput {...figure(register, 'discount_amount', moneyFigure(currency))} />
        </Field>
      )}
    </>
  )
}

function kindOf({ discount_percent, discount_amount }: TermsForm): DiscountKind {
  if (typeof discount_percent === 'number') return 'percent'
  return discount_amount ? 'amount' : 'none'
}
