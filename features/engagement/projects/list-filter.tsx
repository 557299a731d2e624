import { useQuery } from '@tanstack/react-query'
import { ListFilter as FilterIcon, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#core/format.ts'
import { clientQuery } from '#features/engagement/clients/client.ts'
import type { FilterLink } from '#web/navigation/filter-link.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { projectQuery } from './client.ts'
import type { FilterChoice } from './filter-dialog.tsx'

const FilterDialog = lazyDialog(() => import('./filter-dialog.tsx'), 'FilterDialog')

interface ListFilterProps {
  link: FilterLink
  /** Filters of the list besides client, project and days. */
  choices?: readonly FilterChoice[]
}

/** Filters a list by client, project, days and more: a button that opens the filters, and a chip for each that is set. */
export function ListFilter({ link, choices = [] }: ListFilterProps) {
  const { values, searchFor, setFilter } = link
  const [open, setOpen] = useState(false)
  const { client_id, project_id, from, to, due_by, paid_from, paid_to } = values
  const set = Object.keys(values).filter((name) => values[name])
  const client = useQuery({ ...clientQuery(Number(client_id)), enabled: client_id !== undefined })
  const project = useQuery({ ...projectQuery(Number(project_id)), enabled: project_id !== undefined })

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Button onClick={() => setOpen(true)}>
        <FilterIcon aria-hidden /> Filter
      </Button>
      {client_id && (
        <Chip clear="Show all clients" search={searchFor({ client_id: undefined })}>
          {nameOf(client)}
        </Chip>
      )}
      {project_id && (
        <Chip clear="Show all projects" search={searchFor({ project_id: undefined })}>
          {nameOf(project)}
        </Chip>
      )}
      {(from || to) && (
        <Chip clear="Show all days" search={searchFor({ from: undefined, to: undefined })}>
          {describeDays(from, to)}
        </Chip>
      )}
      {due_by && (
        <Chip clear="Show all due dates" search={searchFor({ due_by: undefined })}>
          Due by {formatDate(due_by)}
        </Chip>
      )}
      {(paid_from || paid_to) && (
        <Chip clear="Show all payments" search={searchFor({ paid_from: undefined, paid_to: undefined })}>
          Paid {describeDays(paid_from, paid_to)}
        </Chip>
      )}
      {choices.map(({ name, label, options }) => {
        const chosen = options.find(({ value }) => value === values[name])
        return (
          chosen && (
            <Chip key={name} clear={`${label}: show all`} search={searchFor({ [name]: undefined })}>
              {chosen.label}
            </Chip>
          )
        )
      })}
      {set.length > 1 && (
        <Link
          to={{ search: searchFor(Object.fromEntries(set.map((name) => [name, undefined]))) }}
          preventScrollReset
          className="flex h-8 items-center rounded px-1.5 text-meta font-medium text-muted hover:text-ink touch:h-11"
        >
          Clear all
        </Link>
      )}
      {open && (
        <FilterDialog
          values={values}
          choices={choices}
          client={client.data}
          project={project.data}
          onApply={setFilter}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

const nameOf = ({ data, isError }: { data: { name: string } | undefined; isError: boolean }): string =>
  data?.name ?? (isError ? 'Unknown' : '…')

function Chip({ clear, search, children }: { clear: string; search: string; children: ReactNode }) {
  return (
    <p className="flex min-w-0 items-center gap-1 rounded bg-sunken pl-2.5 text-meta font-medium">
      <span className="truncate">{children}</span>
      <Link
        to={{ search }}
        aria-label={clear}
        preventScrollReset
        className="flex size-8 shrink-0 items-center justify-center rounded text-faint hover:text-ink touch:size-11"
      >
        <X aria-hidden="true" className="icon-sm" />
      </Link>
    </p>
  )
}

function describeDays(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`
  return from ? `From ${formatDate(from)}` : `Until ${formatDate(to ?? '')}`
}
