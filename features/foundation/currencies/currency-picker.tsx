import { type Ref, useMemo, useState } from 'react'
import { CURRENCIES, type Currency, currencyName } from '#core/currency.ts'
import { foldCase } from '#core/text.ts'
import { Combobox } from '#web/ui/combobox.tsx'

interface CurrencyPickerProps {
  value: Currency | undefined
  onValueChange(currency: Currency): void
  onBlur?: () => void
  onPage?: boolean
  disabled?: boolean
  name?: string
  ref?: Ref<HTMLInputElement>
}

interface Choice {
  code: Currency
  name: string
}

/** One of all currencies. Stands in a Field, fits a Controller. */
export function CurrencyPicker({ value, onValueChange, ...rest }: CurrencyPickerProps) {
  const [q, setQ] = useState<string>()
  const found = useMemo(() => (q === undefined ? [] : currenciesLike(q)), [q])
  // Keeps one object as long as the value is the same: a new one would overwrite what is being typed.
  const chosen = useMemo(() => (value ? choiceOf(value) : null), [value])
  return (
    <Combobox<Choice>
      {...rest}
      required
      placeholder="Search currencies..."
      items={found}
      itemKey={keyOf}
      itemLabel={keyOf}
      itemDetail={detailOf}
      value={chosen}
      onValueChange={(choice) => choice && onValueChange(choice.code)}
      onSearch={setQ}
      footer={q ? undefined : 'Type a code or a name to find any other.'}
    />
  )
}

const WELL_KNOWN = [
  'USD',
  'EUR',
  'GBP',
  'CAD',
  'AUD',
  'CHF',
  'JPY',
  'INR',
  'BRL',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'SGD',
]

function currenciesLike(query: string): Choice[] {
  if (query.trim() === '') return WELL_KNOWN.map(choiceOf)
  const words = foldCase(query).split(/\s+/)
  return CURRENCIES.map(choiceOf).filter(({ code, name }) => {
    const text = foldCase(`${code} ${name}`)
    return words.every((word) => text.includes(word))
  })
}

const choiceOf = (code: Currency): Choice => ({ code, name: currencyName(code) })
const keyOf = ({ code }: Choice) => code
const detailOf = ({ name }: Choice) => name
