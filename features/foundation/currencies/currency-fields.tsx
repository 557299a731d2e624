import type { ComponentProps } from 'react'
import type { Currency } from '#core/currency.ts'
import { formatDate, formatNumber } from '#core/format.ts'
import { Field } from '#web/ui/field.tsx'
import { FigureInput } from '#web/ui/figure-input.tsx'
import { useProposedRate } from './client.ts'
import type { ProposedRate } from './contract.ts'
import { CurrencyPicker } from './currency-picker.tsx'

interface CurrencyFieldsProps {
  currency: Currency
  onCurrencyChange(currency: Currency): void
  /** Props from `figure` for the exchange rate. */
  rate: ComponentProps<typeof FigureInput>
  errors: Partial<Record<'currency' | 'exchange_rate', { message?: string | undefined }>>
  /** The account's currency. */
  home: Currency
  /** Prefix of the fields' ids. */
  prefix: string
  /** The currency stays; the rate can be changed. */
  isLocked?: boolean
}

/** In which currency a document is and, in another than the home currency, at which rate. */
export function CurrencyFields(props: CurrencyFieldsProps) {
  const { currency, onCurrencyChange, rate, errors, home, prefix, isLocked = false } = props
  const isForeign = currency !== home
  const proposed = useProposedRate(currency, isForeign)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id={`${prefix}-currency`} label="Currency" error={errors.currency?.message}>
        <CurrencyPicker value={currency} onValueChange={onCurrencyChange} disabled={isLocked} />
      </Field>
      {isForeign && (
        <Field
          id={`${prefix}-exchange_rate`}
          label="Exchange rate"
          required={proposed?.exchange_rate === null}
          hint={`How many ${home} one ${currency} is worth. ${proposed ? describeProposed(proposed) : ''}`}
          error={errors.exchange_rate?.message}
        >
          <FigureInput {...rate} />
        </Field>
      )}
    </div>
  )
}

function describeProposed({ exchange_rate, reference_day }: ProposedRate): string {
  if (exchange_rate === null) return ''
  const rate = formatNumber(exchange_rate)
  return reference_day
    ? `European Central Bank, ${formatDate(reference_day)}: ${rate}.`
    : `Last used: ${rate}.`
}
