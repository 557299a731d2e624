import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate } from '#core/format.ts'
import { clientQuery } from '#features/engagement/clients/client.ts'
import type { FilterLink } from '#web/navigation/filter-link.ts'
import { cx } from '#web/ui/cx.ts'
import { FilterChip, FilterMenu, SetFilter } from '#web/ui/filter-chip.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { projectQuery } from './client.ts'
import { describeDays } from './rules.ts'

const ClientFilter = lazyDialog(() => import('./filter-forms.tsx'), 'ClientFilter')
const ProjectFilter = lazyDialog(() => import('./filter-forms.tsx'), 'ProjectFilter')
const DaysFilter = lazyDialog(() => import('./filter-forms.tsx'), 'DaysFilter')

/** A filter by one of a few values. */
export interface FilterChoice {
  /** As in the API. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

interface ListFilterProps {
  link: FilterLink
  /** Filters of the list besides client, project and days. */
  choices: readonly FilterChoice[]
}

/** Filters a list by client, project, days and more: a chip for each filter, which says what is chosen. */
export function ListFilter({ link, choices }: ListFilterProps) {
  const { values, searchFor, setFilter } = link
  const { client_id, project_id, from, to, due_by, paid_from, paid_to } = values
  const set = Object.keys(values).filter((name) => values[name] && name !== 'status')
  const client = useQuery({ ...clientQuery(Number(client_id)), enabled: client_id !== undefined })
  const project = useQuery({ ...projectQuery(Number(project_id)), enabled: project_id !== undefined })

  return (
    <fieldset
      aria-label="Filters"
      className={cx(
        'flex min-w-0 flex-wrap items-center gap-1.5',
        // A phone shows the list sooner. A filter that is set stays in sight.
        set.length === 0 &&
          'max-md:tab-strip max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4',
      )}
    >
      <FilterChip
        label="Client"
        value={client_id && nameOf(client)}
        clear={{ label: 'Show all clients', search: searchFor({ client_id: undefined }) }}
      >
        {(close) => (
          <ClientFilter
            client={client.data}
            onChoose={(id) => {
              setFilter({ client_id: id?.toString(), project_id: undefined })
              close()
            }}
          />
        )}
      </FilterChip>
      <FilterChip
        label="Project"
        value={project_id && nameOf(project)}
        clear={{ label: 'Show all projects', search: searchFor({ project_id: undefined }) }}
      >
        {(close) => (
          <ProjectFilter
            project={project.data}
            clientId={client_id ? Number(client_id) : null}
            onChoose={(id) => {
              setFilter({ project_id: id?.toString() })
              close()
            }}
          />
        )}
      </FilterChip>
      <FilterChip
        label="Days"
        value={(from || to) && describeDays(from, to)}
        clear={{ label: 'Show all days', search: searchFor({ from: undefined, to: undefined }) }}
      >
        {(close) => (
          <DaysFilter
            days={{ from, to }}
            onChoose={(days) => {
              setFilter(days)
              close()
            }}
          />
        )}
      </FilterChip>
      {choices.map(({ name, label, options }) => (
        <FilterMenu
          key={name}
          label={label}
          options={options}
          value={values[name]}
          searchFor={(value) => searchFor({ [name]: value })}
          onChoose={(value) => setFilter({ [name]: value })}
        />
      ))}
      {due_by && (
        <SetFilter clear={{ label: 'Show all due dates', search: searchFor({ due_by: undefined }) }}>
          Due by {formatDate(due_by)}
        </SetFilter>
      )}
      {(paid_from || paid_to) && (
        <SetFilter
          clear={{
            label: 'Show all payments',
            search: searchFor({ paid_from: undefined, paid_to: undefined }),
          }}
        >
          Paid {describeDays(paid_from, paid_to)}
        </SetFilter>
      )}
      {set.length > 1 && (
        <Link
          to={{ search: searchFor(Object.fromEntries(set.map((name) => [name, undefined]))) }}
          preventScrollReset
          className="flex h-8 items-center rounded px-1.5 text-meta font-medium text-muted hover:text-ink touch:h-11"
        >
          Clear all
        </Link>
      )}
    </fieldset>
  )
}

const nameOf = ({ data, isError }: { data: { name: string } | undefined; isError: boolean }): string =>
  data?.name ?? (isError ? 'Unknown' : '…')
