import { or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, type Page } from '#core/endpoint.ts'
import { foldCase } from '#core/text.ts'
import { BadInput } from '#server/http/errors.ts'

/** A cursor names the last row that was sent, by the columns that the list is ordered by. */
export type Position = (string | number)[]

const Cursor = z.array(z.union([z.string(), z.number()]))

export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new BadInput('This cursor is not valid for this list')
  }
}

/**
 * How many rows tell whether there is a next page. For a whole list in pages of the usual size the number is written into the
 * statement instead of passed with it: PostgreSQL keeps the plan of a long list only if it knows how little will be read. What is
 * narrowed may be a little or a lot, and is planned for what it is; other sizes would be ever other statements to keep.
 */
export const limitPlusOne = (limit: number, ...narrowing: unknown[]): number =>
  limit === DEFAULT_PAGE_SIZE && !narrowing.some(Boolean) ? ONE_MORE_THAN_USUAL : limit + 1

/** Drizzle takes a piece of SQL for a limit, its types do not. */
const ONE_MORE_THAN_USUAL = sql.raw(String(DEFAULT_PAGE_SIZE + 1)) as unknown as number

/** Takes those rows, and gives the page. */
export function toPage<Row>(rows: Row[], limit: number, position: (row: Row) => Position): Page<Row> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, next: more ? Buffer.from(JSON.stringify(position(last))).toString('base64url') : null }
}

/** Rows behind the cursor, in the order of the columns. */
export function afterCursor(
  cursor: string | undefined,
  columns: [PgColumn, ...PgColumn[]],
  direction: 'ascending' | 'descending',
): SQL | undefined {
  const position = readCursor(cursor)
  if (!position) return undefined
  if (position.length !== columns.length) throw new BadInput('This cursor is not valid for this list')
  const left = sql.join(columns, sql`, `)
  const right = sql.join(
    position.map((value) => sql`${value}`),
    sql`, `,
  )
  return direction === 'ascending' ? sql`(${left}) > (${right})` : sql`(${left}) < (${right})`
}

/** Whether any of the columns, which hold folded text, contains what is searched for. */
export function matchesSearch(q: string | undefined, ...columns: PgColumn[]): SQL | undefined {
  if (!q) return undefined
  const wanted = foldCase(q)
  return or(...columns.map((column) => sql`strpos(${column}, ${wanted}) > 0`))
}
