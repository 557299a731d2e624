import type { Kinds } from '../objects/kinds.ts'
import { type Presented, present } from '../objects/present.ts'
import type { Store } from '../state/store.ts'
import { noSuch } from './errors.ts'

export interface Paging {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

export interface Range {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

/** Newest first, like the real API. */
export function listed<K extends keyof Kinds>(
  store: Store,
  kind: K,
  url: string,
  paging: Paging,
  matches: (object: Kinds[K]) => boolean,
): Presented {
  const all = store.all(kind).filter(matches).toReversed()
  return { ...pageOf(all, kind, url, paging) }
}

export function pageOf<T extends { id: string }>(all: T[], kind: string, url: string, paging: Paging) {
  const limit = paging.limit ?? 10
  if (paging.ending_before !== undefined) {
    const end = positionOf(all, kind, paging.ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return page(url, all.slice(start, end), start > 0)
  }
  const start =
    paging.starting_after === undefined
      ? 0
      : positionOf(all, kind, paging.starting_after, 'starting_after') + 1
  return page(url, all.slice(start, start + limit), start + limit < all.length)
}

function page(url: string, data: object[], has_more: boolean) {
  return { object: 'list', data: data.map(present), has_more, url }
}

function positionOf(all: { id: string }[], kind: string, id: string, param: string): number {
  const index = all.findIndex((object) => object.id === id)
  if (index < 0) throw noSuch(kind.replaceAll('_', ' '), id, param)
  return index
}

export function inRange(value: number, range: Range | number | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return value === range
  return (
    (range.gt === undefined || value > range.gt) &&
    (range.gte === undefined || value >= range.gte) &&
    (range.lt === undefined || value < range.lt) &&
    (range.lte === undefined || value <= range.lte)
  )
}
