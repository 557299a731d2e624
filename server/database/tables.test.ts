import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '#server/database/migrate.ts'
import { freshUrl, startBothKinds } from './fixtures/kinds.ts'
import { longTimeout, openForTest } from './fixtures/scratch.ts'
import { migrate } from './migrate.ts'

startBothKinds()

interface Column {
  type: string
  nullable: boolean
  /** The database fills it in where an insert does not name it. */
  generated: boolean
}

type Columns = Record<string, Column>

/** What the interfaces in `table.ts` files say, read line by line: `client_id: number | null`. */
function declaredTables(): Record<string, Columns> {
  const sources = globSync(['features/*/table.ts', 'server/*/table{,s}.ts']).map((path) =>
    readFileSync(path, 'utf8'),
  )
  const interfaces = new Map(
    sources.flatMap((source) =>
      [...source.matchAll(/interface (\w+Table) \{\n(.*?)\n\}/gs)].map(([, name = '', body = '']) => [
        name,
        body,
      ]),
    ),
  )
  const names = sources.flatMap((source) => [...source.matchAll(/^ +(\w+): (\w+Table)$/gm)])
  return Object.fromEntries(
    names.map(([, table = '', type = '']) => [table, columnsIn(interfaces.get(type) ?? '')]),
  )
}

const columnsIn = (body: string): Columns =>
  Object.fromEntries(
    [...body.matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, name = '', type = '']) => [name, columnOf(type)]),
  )

function columnOf(declared: string): Column {
  const [, wrapper, inner = declared] = /^(Generated|GeneratedAlways)<(.+)>$/.exec(declared) ?? []
  const [type = ''] = inner.split(' | null')
  return {
    type: KINDS[type] ?? (type.startsWith('Json<') || type.startsWith('ColumnType<') ? 'json' : 'text'),
    nullable: inner.endsWith(' | null') || type.includes('undefined'),
    generated: wrapper !== undefined || type === 'Identity' || type === 'Version',
  }
}

const KINDS: Record<string, string> = {
  AccountId: 'number',
  Identity: 'number',
  Version: 'number',
  number: 'number',
  boolean: 'boolean',
  Date: 'instant',
  Buffer: 'bytes',
  'string[]': 'ARRAY',
  'number[]': 'ARRAY',
}

test('the tables are as the migrations make them', { timeout: longTimeout }, async () => {
  const database = await openForTest({ url: await freshUrl() })
  await migrate(database, MIGRATIONS)
  const { rows } = await database.pool.query<Column & { table: string; name: string; computed: boolean }>(`
    select table_name as table, column_name as name, is_nullable = 'YES' as nullable,
      is_generated = 'ALWAYS' as computed,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as generated,
      case
        when data_type in ('bigint', 'integer', 'numeric') then 'number'
        when data_type = 'timestamp with time zone' then 'instant'
        when data_type = 'bytea' then 'bytes'
        when data_type = 'jsonb' then 'json'
        when data_type = 'date' then 'text'
        else data_type
      end as type
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations'`)
  const declared = declaredTables()
  const made: Record<string, Columns> = {}
  for (const { table, name, computed, ...column } of rows) {
    // Computed columns that only a foreign key reads need no declaration.
    if (computed && !declared[table]?.[name]) continue
    made[table] = { ...made[table], [name]: column }
  }
  expect(declared).toEqual(made)
})
