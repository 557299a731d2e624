import { type SubmitEvent, useState } from 'react'
import { addDays, type DateOnly, monthOf } from '#core/calendar.ts'
import { ClientPicker } from '#features/engagement/clients/client-picker.tsx'
import { useToday } from '#features/foundation/account/client.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { isTouchScreen } from '#web/ui/use-wide.ts'
import { type ProjectChoice, ProjectPicker } from './project-picker.tsx'

/** The form may have been loaded after its popover took the focus. A touch screen would open its keyboard over it. */
const takeFocus = (input: HTMLInputElement | null) => {
  if (!isTouchScreen()) input?.focus()
}

interface ClientFilterProps {
  /** The chosen one, once it is loaded. */
  client: { id: number; name: string } | undefined
  onChoose(id: number | null): void
}

export function ClientFilter({ client, onChoose }: ClientFilterProps) {
  return (
    <Field label="Client">
      <ClientPicker
        toFilter
        ref={takeFocus}
        key={client?.id}
        placeholder="All clients"
        initial={client ?? null}
        value={client?.id ?? null}
        onValueChange={onChoose}
      />
    </Field>
  )
}

interface ProjectFilterProps {
  project: ProjectChoice | undefined
  /** Only projects of this client. */
  clientId: number | null
  onChoose(id: number | null): void
}

export function ProjectFilter({ project, clientId, onChoose }: ProjectFilterProps) {
  return (
    <Field label="Project">
      <ProjectPicker
        toFilter
        ref={takeFocus}
        key={project?.id}
        placeholder="All projects"
        initial={project ?? null}
        clientId={clientId}
        value={project?.id ?? null}
        onValueChange={onChoose}
      />
    </Field>
  )
}

type Days = { from: string | undefined; to: string | undefined }

/** Usual periods with one press, others by their first and last day. */
export function DaysFilter({ days, onChoose }: { days: Days; onChoose(days: Days): void }) {
  const [{ from, to }, setDays] = useState(days)
  const isBackwards = from !== undefined && to !== undefined && from > to
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBackwards) onChoose({ from, to })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="-m-1 grid grid-cols-2">
        {periodsAt(useToday()).map(({ label, first, last }) => (
          <Button
            key={label}
            size="sm"
            variant="ghost"
            className="justify-start px-2"
            onClick={() => onChoose({ from: first, to: last })}
          >
            {label}
          </Button>
        ))}
      </div>
      <Field label="From">
        <DateInput
          ref={takeFocus}
          value={from ?? ''}
          onChange={({ target }) => setDays({ from: target.value || undefined, to })}
        />
      </Field>
      <Field label="To" error={isBackwards ? 'Must not be before the first day' : undefined}>
        <DateInput
          value={to ?? ''}
          onChange={({ target }) => setDays({ from, to: target.value || undefined })}
        />
      </Field>
      <Button type="submit" variant="primary" size="sm" className="self-end">
        Apply
      </Button>
    </form>
  )
}

function periodsAt(today: DateOnly): { label: string; first: DateOnly; last: DateOnly }[] {
  const thisMonth = monthOf(today)
  const lastMonth = monthOf(addDays(thisMonth.first, -1))
  const year = Number(today.slice(0, 4))
  return [
    { label: 'This month', ...thisMonth },
    { label: 'Last month', ...lastMonth },
    ...[year, year - 1].map((one) => ({ label: String(one), first: `${one}-01-01`, last: `${one}-12-31` })),
  ]
}
