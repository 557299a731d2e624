import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, type Page } from '#core/endpoint.ts'
import { readSort, type Sort } from '#core/sort.ts'
import { foldCase } from '#core/text.ts'
import { BadInput } from '#server/errors.ts'

/** The values of the ordering columns in the last row that was sent. A cursor contains them. */
export type Position = (string | number | boolean)[]

const Cursor = z.array(z.union([z.string(), z.number(), z.boolean()]))

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

/** Makes a page of the rows that were read `inOrder`. They keep their position, which no response names. */
export const toOrderedPage = <Row extends { position: Position }>(rows: Row[], limit: number): Page<Row> =>
  toPage(rows, limit, ({ position }) => position)

const EVERY_ROW = sql<SqlBool>`true`

/** The order of a list: by these columns, which are never null, the last of which is unique. */
export interface Order {
  by: readonly RawBuilder<unknown>[]
  direction: 'asc' | 'desc'
}

/** Reads a `sort` such as `-due`, in which `-` means descending. Undefined if there is none. */
export function orderOf<Column extends string>(
  sort: Sort<Column> | undefined,
  columns: Record<Column, RawBuilder<unknown>>,
  id: RawBuilder<unknown>,
): Order | undefined {
  if (sort === undefined) return undefined
  const { column, direction } = readSort(sort)
  return { by: [columns[column], id], direction: direction === 'ascending' ? 'asc' : 'desc' }
}

/** A page of a list in an order that the caller chose: its cursor holds the values of that order. */
export function inOrder({ by, direction }: Order, cursor: string | undefined) {
  return {
    position: sql<Position>`json_build_array(${sql.join(by)})`.as('position'),
    after: afterPosition(cursor, by, direction),
    orderBy: sql.join(by.map((column) => sql`${column} ${sql.raw(direction)}`)),
  }
}

/** Rows after the cursor, in the order of the columns, which are named as in the statement: `invoices.number`. */
export const afterCursor = (
  cursor: string | undefined,
  columns: [string, ...string[]],
  order: 'asc' | 'desc',
): RawBuilder<SqlBool> =>
  afterPosition(
    cursor,
    columns.map((column) => sql.ref(column)),
    order,
  )

function afterPosition(
  cursor: string | undefined,
  columns: readonly RawBuilder<unknown>[],
  order: 'asc' | 'desc',
): RawBuilder<SqlBool> {
  const position = readCursor(cursor)
  if (!position) return EVERY_ROW
  if (position.length !== columns.length) throw new BadInput('This cursor is not valid for this list')
  const [left, right] = [sql.join(columns), sql.join(position)]
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
