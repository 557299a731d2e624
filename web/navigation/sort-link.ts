import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readSort, type Sort } from '#core/sort.ts'
import { searchWith } from './page-parameters.ts'

type Direction = 'ascending' | 'descending'

/** The order of a list. It is part of the address (`?sort=-due`), so that Back and links restore it. */
export interface SortLink<Column extends string = string> {
  /** For the query of the list; undefined for its usual order. */
  sort: Sort<Column> | undefined
  /** The direction in which the list is sorted by this column. */
  directionOf(column: Column): Direction | undefined
  /** The address of the list sorted by a column; of the one that is sorted by it already, the other way round. */
  searchFor(column: Column, first: Direction): string
}

export function useSortLink<Column extends string>(columns: readonly Column[]): SortLink<Column> {
  const [search] = useSearchParams()
  return useMemo(() => {
    const sort = sortIn(search, columns)
    const sorted = sort && readSort(sort)
    const directionOf = (column: Column) => (sorted?.column === column ? sorted.direction : undefined)
    return {
      sort,
      directionOf,
      searchFor: (column, first) => {
        const before = directionOf(column)
        const next = before === undefined ? first : before === 'ascending' ? 'descending' : 'ascending'
        return searchWith(search, { sort: next === 'ascending' ? column : `-${column}` })
      },
    }
  }, [search, columns])
}

/** Reads the order in a loader. What the list is not sorted by is ignored. */
export function sortIn<Column extends string>(
  search: URLSearchParams,
  columns: readonly Column[],
): Sort<Column> | undefined {
  const wanted = search.get('sort')
  return columns.flatMap((column): Sort<Column>[] => [column, `-${column}`]).find((sort) => sort === wanted)
}
