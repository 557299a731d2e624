import { z } from 'zod'

/** The place at which a list was left: the row at the top of the screen, its position in the list, and how many pixels of it were above. */
const ListPlace = z.object({ row: z.union([z.string(), z.number()]), index: z.int(), above: z.number() })
export type ListPlace = z.output<typeof ListPlace>

const KEY = 'daybook-list-places'
const MOST = 50
const Places = z.array(z.tuple([z.string(), ListPlace]))
type Places = z.output<typeof Places>

/** Remembers where a list was left; undefined if it was at its top. */
export function keepListPlace(list: string, place: ListPlace | undefined): void {
  const others = readPlaces().filter(([name]) => name !== list)
  const places: Places = place ? [...others, [list, place]] : others
  try {
    sessionStorage.setItem(KEY, JSON.stringify(places.slice(-MOST)))
  } catch {
    // The list then begins at its top.
  }
}

export const readListPlace = (list: string): ListPlace | undefined =>
  readPlaces().find(([name]) => name === list)?.[1]

function readPlaces(): Places {
  try {
    return Places.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]')).data ?? []
  } catch {
    return []
  }
}
