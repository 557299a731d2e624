import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, type Page } from '#core/endpoint.ts'
import { foldCase } from '#core/text.ts'
import { BadInput } from '#server/errors.ts'

/** The values of the ordering columns in the last row that was sent. A cursor contains them. */
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
 * One row more than a page tells whether there is a next page. For an unfiltered list in a usual page size the number is a
 * literal, not a parameter: PostgreSQL reuses the plan of a long list only if it knows that few rows will be read. A filtered
 * list is planned each time, and literals of other sizes would make too many statements.
 */
export const limitPlusOne = (limit: number, ...narrowing: unknown[]): RawBuilder<number> =>
  USUAL_PAGE_SIZES.includes(limit) && !narrowing.some(Boolean) ? sql.lit(limit + 1) : sql.val(limit + 1)

const USUAL_PAGE_SIZES = [50, DEFAULT_PAGE_SIZE]

/** Makes a page of the rows that were read with `limitPlusOne`. */
export function toPage<Row>(rows: Row[], limit: number, position: (row: Row) => Position): Page<Row> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, next: more ? Buffer.from(JSON.stringify(position(last))).toString('base64url') : null }
}

const EVERY_ROW = sql<SqlBool>`true`

/** Rows after the cursor, in the order of the columns, which are named as in the statement: `invoices.number`. */
export function afterCursor(
  cursor: string | undefined,
  columns: [string, ...string[]],
  order: 'asc' | 'desc',
): RawBuilder<SqlBool> {
  const position = readCursor(cursor)
  if (!position) return EVERY_ROW
  if (position.length !== columns.length) throw new BadInput('This cursor is not valid for this list')
  const left = sql.join(columns.map((column) => sql.ref(column)))
  const right = sql.join(position)
  return order === 'asc' ? sql`(${left}) > (${right})` : sql`(${left}) < (${right})`
}

/** True if any of the columns, which contain folded text, contains the search text. */
export function matchesSearch(q: string | undefined, ...columns: string[]): RawBuilder<SqlBool> {
  if (!q) return EVERY_ROW
  const folded = foldCase(q)
  return sql`(${sql.join(
    columns.map((column) => sql`strpos(${sql.ref(column)}, ${folded}) > 0`),
    sql` or `,
  )})`
}
