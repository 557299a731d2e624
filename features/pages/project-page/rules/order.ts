import { readSort, type Sort } from '#core/sort.ts'
import { type Project, ProjectStatus } from '#features/engagement/projects/contract.ts'
import { tightestBudget } from '#features/engagement/projects/rules.ts'
import type { ProjectFigures } from '#features/pages/list-figures/contract.ts'
import { largestOf } from '#features/pages/list-figures/rules.ts'

export const PROJECT_SORTS = ['name', 'client', 'status', 'budget', 'start', 'unbilled'] as const
export type ProjectSort = (typeof PROJECT_SORTS)[number]

type Figures = ReadonlyMap<number, ProjectFigures> | undefined

const VALUES: Record<ProjectSort, (project: Project, figures: Figures) => number | string> = {
  name: ({ name }) => name,
  client: ({ client_name }) => client_name ?? '',
  status: ({ status }) => ProjectStatus.options.indexOf(status),
  budget: (project) => tightestBudget(project)?.percent ?? -1,
  start: ({ start_date }) => start_date ?? '',
  unbilled: ({ id }, figures) => largestOf(figures?.get(id)?.unbilled),
}

/** Projects come with the active ones first, by name; other orders keep that one among equals. */
export function sortProjects(
  projects: readonly Project[],
  sort: Sort<ProjectSort> | undefined,
  figures: Figures,
): readonly Project[] {
  if (!sort) return projects
  const { column, direction } = readSort(sort)
  const sign = direction === 'ascending' ? 1 : -1
  return projects.toSorted(
    (one, other) => sign * compare(VALUES[column](one, figures), VALUES[column](other, figures)),
  )
}

/** "Sprint 2" comes before "Sprint 10". */
const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const compare = (one: number | string, other: number | string): number =>
  typeof one === 'string' && typeof other === 'string'
    ? names.compare(one, other)
    : Number(one) - Number(other)
