import { type SubmitEvent, useState } from 'react'
import { addDays, type DateOnly, monthOf } from '#core/calendar.ts'
import { ClientPicker } from '#features/engagement/clients/client-picker.tsx'
import { useToday } from '#features/foundation/account/client.ts'
import type { FilterValues } from '#web/navigation/filter-link.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog, DialogBody, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { type ProjectChoice, ProjectPicker } from './project-picker.tsx'

/** A filter by one of a few values. */
export interface FilterChoice {
  /** As in the API. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

interface FilterDialogProps {
  values: FilterValues
  choices: readonly FilterChoice[]
  /** The client and the project that are chosen, once they are loaded. */
  client: { id: number; name: string } | undefined
  project: ProjectChoice | undefined
  onApply(values: FilterValues): void
  onClose(): void
}

export function FilterDialog({ values, choices, client, project, onApply, onClose }: FilterDialogProps) {
  const [chosen, setChosen] = useState(values)
  const change = (changes: FilterValues) => setChosen({ ...chosen, ...changes })
  const { from, to } = chosen
  const backwards = from !== undefined && to !== undefined && from > to

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (backwards) return
    onApply(chosen)
    onClose()
  }
  const clear = () => {
    onApply(Object.fromEntries(Object.keys(values).map((name) => [name, undefined])))
    onClose()
  }

  return (
    <Dialog open onOpenChange={onClose} title="Filter" size="sm">
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <Field label="Client">
            <ClientPicker
              toFilter
              key={`client ${client?.id}`}
              placeholder="All clients"
              initial={client ?? null}
              value={idIn(chosen.client_id)}
              onValueChange={(id) => change({ client_id: id?.toString(), project_id: undefined })}
            />
          </Field>
          <Field label="Project">
            <ProjectPicker
              toFilter
              key={`project ${project?.id}`}
              placeholder="All projects"
              initial={project ?? null}
              clientId={idIn(chosen.client_id)}
              value={idIn(chosen.project_id)}
              onValueChange={(id) => change({ project_id: id?.toString() })}
            />
          </Field>
          <div className="grid grid-cols-2 gap-4">
            <Field label="From">
              <DateInput
                value={from ?? ''}
                onChange={(event) => change({ from: event.target.value || undefined })}
              />
            </Field>
            <Field label="To" error={backwards ? 'Must not be before the first day' : undefined}>
              <DateInput
                value={to ?? ''}
                onChange={(event) => change({ to: event.target.value || undefined })}
              />
            </Field>
          </div>
          <Periods onChoose={change} />
          {choices.map(({ name, label, options }) => (
            <Field key={name} label={label}>
              <Select
                value={chosen[name] ?? null}
                onValueChange={(value) => change({ [name]: value ?? undefined })}
                options={[{ value: null, label: 'All' }, ...options]}
              />
            </Field>
          ))}
        </DialogBody>
        <DialogFooter>
          {Object.values(values).some(Boolean) && <Button onClick={clear}>Clear all</Button>}
          <Button type="submit" variant="primary">
            Apply
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}

const idIn = (value: string | undefined): number | null => (value ? Number(value) : null)

function Periods({ onChoose }: { onChoose(days: { from: DateOnly; to: DateOnly }): void }) {
  const today = useToday()
  const thisMonth = monthOf(today)
  const lastMonth = monthOf(addDays(thisMonth.first, -1))
  const year = Number(today.slice(0, 4))
  const periods = [
    { label: 'This month', ...thisMonth },
    { label: 'Last month', ...lastMonth },
    ...[year, year - 1].map((year) => ({
      label: String(year),
      first: `${year}-01-01`,
      last: `${year}-12-31`,
    })),
  ]
  return (
    <div className="-mx-3 -mt-2 flex flex-wrap">
      {periods.map(({ label, first, last }) => (
        <Button key={label} size="sm" variant="ghost" onClick={() => onChoose({ from: first, to: last })}>
          {label}
        </Button>
      ))}
    </div>
  )
}
