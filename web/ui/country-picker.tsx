import { type Ref, useMemo, useState } from 'react'
import { COUNTRIES, type Country, countryName } from '#core/country.ts'
import { foldCase } from '#core/text.ts'
import { Combobox } from './combobox.tsx'

interface CountryPickerProps {
  /** Empty if none is chosen. */
  value: Country | undefined
  onValueChange(country: Country): void
  onBlur?: () => void
  onPage?: boolean
  name?: string
  ref?: Ref<HTMLInputElement>
}

interface Choice {
  code: Country
  name: string
}

/** One of all countries, or none. Stands in a Field, fits a Controller. */
export function CountryPicker({ value, onValueChange, ...rest }: CountryPickerProps) {
  const [q, setQ] = useState<string>()
  const found = useMemo(() => (q === undefined ? [] : countriesLike(q)), [q])
  // Keeps one object as long as the value is the same: a new one would overwrite what is being typed.
  const chosen = useMemo(() => (value ? choiceOf(value) : null), [value])
  return (
    <Combobox<Choice>
      {...rest}
      placeholder="Search countries..."
      items={found}
      itemKey={keyOf}
      itemLabel={labelOf}
      itemDetail={keyOf}
      value={chosen}
      onValueChange={(choice) => onValueChange(choice?.code ?? '')}
      onSearch={setQ}
    />
  )
}

function countriesLike(query: string): Choice[] {
  const words = foldCase(query).split(/\s+/)
  return COUNTRIES.map(choiceOf)
    .filter(({ code, name }) => words.every((word) => foldCase(`${code} ${name}`).includes(word)))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

const choiceOf = (code: Country): Choice => ({ code, name: countryName(code) })
const keyOf = ({ code }: Choice) => code
const labelOf = ({ name }: Choice) => name
