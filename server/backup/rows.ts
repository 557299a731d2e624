import type pg from 'pg'
import type { Table } from './manifest.ts'
import { quoted } from './tables.ts'

const ROWS_AT_ONCE = 500

/** A table's rows, each as a line of JSON: an array of its columns' values as PostgreSQL writes them. */
export const rowsOf = (client: pg.PoolClient, { name, columns }: Table): AsyncGenerator<string[]> =>
  linesOf(
    client,
    `select to_json(array[${columns.map((column) => `${quoted(column.name)}::text`).join(', ')}]::text[])::text
     from ${quoted(name)}`,
  )

/** Reads a query of one text column through a cursor, a page at a time. */
async function* linesOf(client: pg.PoolClient, query: string): AsyncGenerator<string[]> {
  await client.query(`declare lines no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<[string]>({
      text: `fetch ${ROWS_AT_ONCE} from lines`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    yield rows.map(([line]) => line)
  }
  await client.query('close lines')
}

/** Inserts rows as `rowsOf` wrote them. */
export async function insertRows(
  client: pg.PoolClient,
  { name, columns }: Table,
  lines: string[],
): Promise<void> {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map(({ type }, index) => `(line->>${index})::${type}`).join(', ')
  await client.query(
    `insert into ${quoted(name)} (${names}) overriding system value
     select ${values} from json_array_elements($1::json) line`,
    [`[${lines.join(',')}]`],
  )
}
