import type { ComponentProps } from 'react'
import type { Currency } from '#core/currency.ts'
import { Field } from '#web/ui/field.tsx'
import { FigureInput } from '#web/ui/figure-input.tsx'
import { useProposedRate } from './client.ts'
import { CurrencyPicker } from './currency-picker.tsx'

interface CurrencyFieldsProps {
  currency: Currency
  onCurrencyChange(currency: Currency): void
  /** What `figure` gives for the exchange rate. */
  rate: ComponentProps<typeof FigureInput>
  errors: Partial<Record<'currency' | 'exchange_rate', { message?: string | undefined }>>
  /** The account's currency. */
  home: Currency
  /** Of the fields' ids. */
  prefix: string
}

/** In which currency a document is and, in another than the home currency, at which rate. */
export function CurrencyFields(props: CurrencyFieldsProps) {
  const { currency, onCurrencyChange, rate, errors, home, prefix } = props
  const isForeign = currency !== home
  const proposed = useProposedRate(currency, isForeign)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id={`${prefix}-currency`} label="Currency" error={errors.currency?.message}>
        <CurrencyPicker value={currency} onValueChange={onCurrencyChange} />
      </Field>
      {isForeign && (
        <Field
          id={`${prefix}-exchange_rate`}
          label="Exchange rate"
          optional={typeof proposed === 'number'}
          hint={`How many ${home} one ${currency} is worth${proposed ? `. Last used: ${proposed}.` : '.'}`}
          error={errors.exchange_rate?.message}
        >
          <FigureInput {...rate} />
        </Field>
      )}
    </div>
  )
}
