import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { searchWith } from './page-parameters.ts'

/** Filters of a list, named as in the API and written as in the address. */
export type FilterValues = Record<string, string | undefined>

/**
 * The filters of a list. They are part of the address, so that Back, reloading and links restore them. It names them
 * as the API does, without `_id`: `?client=3&from=2026-11-01`. What the API would refuse is ignored.
 */
export function useFilterLink<Schema extends z.ZodObject>(schema: Schema): FilterLink<z.input<Schema>> {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const values = valuesIn(search, schema)
  const searchFor = useCallback((changes: FilterValues) => searchWith(search, inAddress(changes)), [search])
  return {
    filter: values as z.input<Schema>,
    values,
    searchFor,
    setFilter: useCallback(
      (changes) => void navigate({ search: searchFor(changes) }, { preventScrollReset: true }),
      [navigate, searchFor],
    ),
  }
}

export interface FilterLink<Filter = unknown> {
  /** For the query of the list. */
  filter: Filter
  /** The filters as they are written in the address. */
  values: FilterValues
  /** The address of the list with other filters. An undefined value removes one. */
  searchFor(changes: FilterValues): string
  setFilter(changes: FilterValues): void
}

/** Reads the filters in a loader. */
export const filterIn = <Schema extends z.ZodObject>(
  search: URLSearchParams,
  schema: Schema,
): z.input<Schema> => valuesIn(search, schema) as z.input<Schema>

/** True if a list is searched or filtered. */
export const isNarrowed = (q: string, filter: object): boolean => q !== '' || Object.keys(filter).length > 0

function valuesIn(search: URLSearchParams, { shape }: z.ZodObject): FilterValues {
  const given = Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, schema]) => {
    const value = search.get(addressName(name))
    return value && schema.safeParse(value).success ? [[name, value]] : []
  })
  return Object.fromEntries(given)
}

const inAddress = (values: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [addressName(name), value]))

const addressName = (name: string): string => name.replace(/_id$/, '')
