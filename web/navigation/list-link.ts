import type { z } from 'zod'
import { type FilterLink, isNarrowed, useFilterLink } from './filter-link.ts'
import { type SearchLink, useSearchLink } from './search-link.ts'

/** What part of a list is shown: what is searched for, and what it is filtered by. */
export interface ListLink<Filter = unknown> extends SearchLink, FilterLink<Filter> {
  /** Whether it is not the whole list. */
  narrowed: boolean
}

export function useListLink<Schema extends z.ZodObject>(schema: Schema): ListLink<z.input<Schema>> {
  const search = useSearchLink()
  const filter = useFilterLink(schema)
  return { ...search, ...filter, narrowed: isNarrowed(search.q, filter.filter) }
}
