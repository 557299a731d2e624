import { useState } from 'react'
import { addDays, type DateOnly } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { DEFAULT_DAYS, MAX_DAYS } from './contract.ts'

const CHOICES = [7, DEFAULT_DAYS, 90, 365]
const options = [
  ...CHOICES.map((days) => ({ value: days, label: days === 365 ? '1 year' : `${days} days` })),
  { value: 0, label: 'Until a date you choose' },
]

/** The expiry of a link. `day` is its last day, or null if no valid day is chosen. */
export function useExpiry() {
  const today = useToday()
  const [days, setDays] = useState(DEFAULT_DAYS)
  const [own, setOwn] = useState<DateOnly>(addDays(today, DEFAULT_DAYS))
  const latest = addDays(today, MAX_DAYS)
  const day = days > 0 ? addDays(today, days) : own >= today && own <= latest ? own : null
  return { today, latest, days, setDays, own, setOwn, day }
}

type ExpiryFieldProps = { label: string; expiry: ReturnType<typeof useExpiry> }

export function ExpiryField({ label, expiry }: ExpiryFieldProps) {
  const { today, latest, days, setDays, own, setOwn, day } = expiry
  return (
    <div className="grid min-w-0 flex-1 basis-64 gap-4 sm:grid-flow-col sm:auto-cols-fr">
      <Field label={label} hint={days > 0 && day ? `The link works through ${formatDate(day)}.` : undefined}>
        <Select<number> options={options} value={days} onValueChange={setDays} />
      </Field>
      {days === 0 && (
        <Field label="Last day" error={day ? undefined : `Choose a day from today to ${formatDate(latest)}`}>
          <DateInput
            min={today}
            max={latest}
            value={own}
            onChange={(event) => setOwn(event.currentTarget.value)}
          />
        </Field>
      )}
    </div>
  )
}
