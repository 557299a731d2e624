import type { z } from 'zod'
import { type FilterLink, isNarrowed, useFilterLink } from './filter-link.ts'
import { type SearchLink, useSearchLink } from './search-link.ts'

/** The search and filters of a list. */
export interface ListLink<Filter = unknown> extends SearchLink, FilterLink<Filter> {
  /** True if it is not the whole list. */
  narrowed: boolean
}

export function useListLink<Schema extends z.ZodObject>(schema: Schema): ListLink<z.input<Schema>> {
  const search = useSearchLink()
  const filter = useFilterLink(schema)
  return { ...search, ...filter, narrowed: isNarrowed(search.q, filter.filter) }
}
