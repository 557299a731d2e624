import { z } from 'zod'

/** The order of a list as a query has it: `due` for ascending, `-due` for descending. */
export type Sort<Column extends string> = Column | `-${Column}`

export const sortBy = <Column extends string>(columns: readonly Column[]) =>
  z
    .enum(columns.flatMap((column): Sort<Column>[] => [column, `-${column}`]))
    .optional()
    .meta({ description: 'Sorts by this column; with `-` in front in descending order.' })

export function readSort<Column extends string>(
  sort: Sort<Column>,
): { column: Column; direction: 'ascending' | 'descending' } {
  return sort.startsWith('-')
    ? { column: sort.slice(1) as Column, direction: 'descending' }
    : { column: sort as Column, direction: 'ascending' }
}
