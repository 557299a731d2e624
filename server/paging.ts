import { or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Page } from '#core/endpoint.ts'
import { foldCase } from '#core/text.ts'
import { BadInput } from '#server/errors.ts'

/** A cursor names the last row that was sent, by the columns that the list is ordered by. */
export type Position = (string | number)[]

const Cursor = z.array(z.union([z.string(), z.number()]))

export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new BadInput('This is not a cursor of this list')
  }
}

/** Takes one row more than was asked for, to know whether there is a next page. */
export function toPage<Row>(rows: Row[], limit: number, position: (row: Row) => Position): Page<Row> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, next: more ? Buffer.from(JSON.stringify(position(last))).toString('base64url') : null }
}

/** Rows behind the cursor, in the order of the columns. */
export function beyond(
  cursor: string | undefined,
  columns: [PgColumn, ...PgColumn[]],
  direction: 'ascending' | 'descending',
): SQL | undefined {
  const position = readCursor(cursor)
  if (!position) return undefined
  if (position.length !== columns.length) throw new BadInput('This is not a cursor of this list')
  const left = sql.join(columns, sql`, `)
  const right = sql.join(
    position.map((value) => sql`${value}`),
    sql`, `,
  )
  return direction === 'ascending' ? sql`(${left}) > (${right})` : sql`(${left}) < (${right})`
}

/** Whether any of the columns, which hold folded text, contains what is searched for. */
export function containing(q: string | undefined, ...columns: PgColumn[]): SQL | undefined {
  if (!q) return undefined
  const wanted = foldCase(q)
  return or(...columns.map((column) => sql`strpos(${column}, ${wanted}) > 0`))
}
