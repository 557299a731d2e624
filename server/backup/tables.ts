import pg from 'pg'
import { FILE_COLUMN } from '#server/files/references.ts'
import type { Sequence, Table } from './manifest.ts'

type Queryable = pg.PoolClient

export interface FoundTable extends Table {
  pointsTo: string[]
}

/** Finds every table of the app, with the tables that it refers to. */
export const EVERY_TABLE = `
  select c.relname as name,
    coalesce((
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ), '[]') as columns,
    array(
      select distinct target.relname::text
      from pg_constraint f join pg_class target on target.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
    ) as "pointsTo"
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )
  order by c.relname`

export async function tablesInOrder(client: Queryable): Promise<Table[]> {
  return inOrder((await client.query<FoundTable>(EVERY_TABLE)).rows)
}

/** Each after those that it refers to. */
export function inOrder(tables: FoundTable[]): Table[] {
  const ordered: Table[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const free = waiting.filter(({ pointsTo }) => !pointsTo.some((name) => names.has(name)))
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...names].join(', ')}`)
    ordered.push(...free.map(({ name, columns }) => ({ name, columns })))
    waiting = waiting.filter((table) => !free.includes(table))
  }
  return ordered
}

export async function readSequences(client: Queryable): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and a.attidentity <> ''
    order by 1, 2`)
  const sequences: Sequence[] = []
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${sequence}`,
    )
    const { last_value: lastValue = '1', is_called: isCalled = false } = state.rows[0] ?? {}
    sequences.push({ table, column, lastValue, isCalled })
  }
  return sequences
}

export async function setSequences(client: Queryable, sequences: Sequence[]): Promise<void> {
  for (const { table, column, lastValue, isCalled } of sequences) {
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint, $4)', [
      table,
      column,
      lastValue,
      isCalled,
    ])
  }
}

/** Makes text output round-trip exactly, whatever the settings of the role. */
export const PLAIN_TEXT = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1`

/** The hashes of all files that records refer to. */
export async function referencedFiles(client: Queryable, tables: Table[]): Promise<string[]> {
  const naming = tables.filter(({ columns }) => columns.some(({ name }) => name === FILE_COLUMN))
  if (naming.length === 0) return []
  const { rows } = await client.query<{ sha256: string | null }>(
    naming.map(({ name }) => `select ${FILE_COLUMN} as sha256 from ${quoted(name)}`).join(' union '),
  )
  return rows.flatMap(({ sha256 }) => sha256 ?? []).sort()
}

export const quoted = pg.escapeIdentifier
