import { type Ref, useMemo, useState } from 'react'
import { Combobox } from '#web/ui/combobox.tsx'
import { type TimeZoneChoice, timeZoneChoice, timeZonesLike } from './rules.ts'

interface TimeZonePickerProps {
  value: string
  onValueChange(timeZone: string): void
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** One of the time zones that this browser knows. Stands in a Field, fits a Controller. */
export function TimeZonePicker({ value, onValueChange, ...rest }: TimeZonePickerProps) {
  const [q, setQ] = useState('')
  const all = useMemo(everyTimeZone, [])
  const found = useMemo(() => timeZonesLike(q, all), [q, all])
  // The same object as long as the value is the same: a new one would overwrite what is being typed.
  const chosen = useMemo(() => (value ? timeZoneChoice(value, new Date()) : null), [value])
  return (
    <Combobox<TimeZoneChoice>
      {...rest}
      placeholder="Search time zones..."
      items={found}
      itemKey={keyOf}
      itemLabel={labelOf}
      itemDetail={detailOf}
      value={chosen}
      onValueChange={(choice) => onValueChange(choice?.id ?? '')}
      onSearch={setQ}
    />
  )
}

function everyTimeZone(): TimeZoneChoice[] {
  const now = new Date()
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...names].map((name) => timeZoneChoice(name, now))
}

const keyOf = ({ id }: TimeZoneChoice) => id
const labelOf = ({ label }: TimeZoneChoice) => label
const detailOf = ({ detail }: TimeZoneChoice) => detail
