import { useState } from 'react'
import type { DateOnly } from '#core/calendar.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { ChoiceButton } from './choice-button.tsx'
import { type Period, periodChoices } from './rules/choices.ts'

type PeriodLinksProps = { period: Period; today: DateOnly; onChange(period: Period): void }

/** The days to bill: all, a month, or from one day to another. */
export function PeriodLinks({ period, today, onChange }: PeriodLinksProps) {
  const choices = periodChoices(today)
  const named = choices.find(({ from, to }) => from === period.from && to === period.to)
  const [typing, setTyping] = useState(false)
  const chosen = typing || !named ? null : named
  const isBackwards = period.from !== undefined && period.to !== undefined && period.from > period.to
  return (
    <div className="flex min-w-0 flex-wrap items-end gap-x-4 gap-y-3">
      <fieldset className="flex flex-wrap gap-0.5">
        <legend className="sr-only">Period</legend>
        {choices.map((choice) => (
          <ChoiceButton
            key={choice.label}
            label={choice.label}
            isChosen={choice === chosen}
            onClick={() => {
              setTyping(false)
              onChange({ from: choice.from, to: choice.to })
            }}
          />
        ))}
        <ChoiceButton label="From – to" isChosen={chosen === null} onClick={() => setTyping(true)} />
      </fieldset>
      {chosen === null && (
        <div className="grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1">
          <Field id="bill-from" label="From" hideLabel>
            <DateInput
              value={period.from ?? ''}
              onChange={({ target }) => onChange({ ...period, from: target.value || undefined })}
            />
          </Field>
          <Field
            id="bill-to"
            label="To"
            hideLabel
            error={isBackwards ? 'Must not be before the first day' : undefined}
          >
            <DateInput
              value={period.to ?? ''}
              onChange={({ target }) => onChange({ ...period, to: target.value || undefined })}
            />
          </Field>
        </div>
      )}
    </div>
  )
}
