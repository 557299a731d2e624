import { type Ref, useMemo, useState } from 'react'
import { Combobox } from '#web/ui/combobox.tsx'
import { type TimeZoneChoice, timeZoneChoice, timeZoneLabel, timeZonesLike } from './rules.ts'

interface TimeZonePickerProps {
  value: string
  onValueChange(timeZone: string): void
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** Chooses one of the time zones that this browser knows. For use in a Field with a Controller. */
export function TimeZonePicker({ value, onValueChange, ...rest }: TimeZonePickerProps) {
  const [q, setQ] = useState<string>()
  const found = useMemo(() => timeZonesFor(q), [q])
  // Keeps the same object while the value is the same: a new one would overwrite what is being typed.
  const chosen = useMemo(
    () => (value ? { id: value, label: timeZoneLabel(value), detail: '' } : null),
    [value],
  )
  return (
    <Combobox<TimeZoneChoice>
      {...rest}
      onPage
      required
      placeholder="Search time zones..."
      items={found}
      itemKey={keyOf}
      itemLabel={labelOf}
      itemDetail={detailOf}
      value={chosen}
      onValueChange={(choice) => onValueChange(choice?.id ?? '')}
      onSearch={setQ}
      footer={q ? undefined : 'Type a place, a name or an offset to find any other.'}
    />
  )
}

const MAX_SHOWN = 50

/** Empty until the list is opened, since formatting the names is slow on slow machines. */
function timeZonesFor(query: string | undefined): TimeZoneChoice[] {
  if (query === undefined) return []
  return query ? timeZonesLike(query, everyTimeZone()).slice(0, MAX_SHOWN) : likelyTimeZones()
}

/** The most common choices, from west to east. */
const WELL_KNOWN = [
  'Pacific/Honolulu',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Halifax',
  'America/Sao_Paulo',
  'UTC',
  'Europe/London',
  'Europe/Lisbon',
  'Europe/Berlin',
  'Europe/Paris',
  'Africa/Lagos',
  'Africa/Johannesburg',
  'Europe/Athens',
  'Europe/Istanbul',
  'Africa/Nairobi',
  'Asia/Dubai',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Dhaka',
  'Asia/Bangkok',
  'Asia/Singapore',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Pacific/Auckland',
]

/** Shown before a search: the browser's own time zone, then the most common ones. */
const likelyTimeZones = () => choicesOf([Intl.DateTimeFormat().resolvedOptions().timeZone, ...WELL_KNOWN])

let every: TimeZoneChoice[] | undefined

/** Formatting all names is slow, so it is done once, on the first search. */
function everyTimeZone(): TimeZoneChoice[] {
  every ??= choicesOf(['UTC', ...Intl.supportedValuesOf('timeZone')])
  return every
}

function choicesOf(names: string[]): TimeZoneChoice[] {
  const now = new Date()
  return [...new Set(names)].map((name) => timeZoneChoice(name, now))
}

const keyOf = ({ id }: TimeZoneChoice) => id
const labelOf = ({ label }: TimeZoneChoice) => label
const detailOf = ({ detail }: TimeZoneChoice) => detail
