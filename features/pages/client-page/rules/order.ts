import { readSort, type Sort } from '#core/sort.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import type { ClientFigures } from '#features/pages/list-figures/contract.ts'
import { largestOf } from '#features/pages/list-figures/rules.ts'

export const CLIENT_SORTS = ['name', 'owed', 'unbilled', 'activity'] as const
export type ClientSort = (typeof CLIENT_SORTS)[number]

type Figures = ReadonlyMap<number, ClientFigures> | undefined

/** Clients come by name; other orders keep that one among equals. */
export function sortClients(
  clients: readonly Client[],
  sort: Sort<ClientSort> | undefined,
  figures: Figures,
): readonly Client[] {
  if (!sort || sort === 'name') return clients
  if (sort === '-name') return clients.toReversed()
  const { column, direction } = readSort(sort)
  const value = ({ id }: Client): number | string => {
    const found = figures?.get(id)
    if (column === 'activity') return found?.last_active_on ?? ''
    return largestOf(column === 'owed' ? found?.owed : found?.unbilled)
  }
  const sign = direction === 'ascending' ? 1 : -1
  return clients.toSorted((one, other) => sign * compare(value(one), value(other)))
}

const compare = <Value extends number | string>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0
