import { type RawBuilder, sql } from 'kysely'
import type { AsJson } from './json.ts'

/** Rows as an array for each column; null where there are no rows. */
export type Columns<Row> = { [Name in keyof Row]: AsJson<Row[Name]>[] | null }

/**
 * Selects rows, in their order, as a JSON array for each column. The driver reads thousands of rows in a tenth of the time
 * that it takes for a message and a value each.
 */
export const asColumns = <Row>(names: readonly (keyof Row & string)[], rows: RawBuilder<unknown>) =>
  sql<Columns<Row>>`(
    select json_build_object(${sql.join(names.map((name) => sql`${sql.lit(name)}, json_agg(${sql.ref(name)})`))})
    from (${rows}) rows
  )`

/** The rows again, each with what all of them share. */
export function rowsOf<Row, Shared extends object>(
  columns: Columns<Row>,
  shared: Shared,
): (AsJson<Row> & Shared)[] {
  const named = Object.entries<unknown[] | null>(columns)
  const count = named[0]?.[1]?.length ?? 0
  const rows: object[] = []
  for (let place = 0; place < count; place += 1) {
    const row: Record<string, unknown> = { ...columns, ...shared }
    for (const [name, values] of named) row[name] = values?.[place]
    rows.push(row)
  }
  return rows as (AsJson<Row> & Shared)[]
}
