import { expect, test } from 'vitest'
import { distributedTables, GLOBAL_TABLES } from '#tests/distribution.ts'
import { createOnServer } from '#tests/new-database.ts'
import { openForTest } from './fixtures/scratch.ts'

interface Key {
  table: string
  kind: 'primary' | 'unique' | 'foreign'
  columns: string[]
  /** The table that a foreign key refers to. */
  target: string | null
  target_columns: string[] | null
}

/** Unique indexes count as keys, also those that no constraint made. */
const KEYS = `
  select i.indrelid::regclass::text as table, case when i.indisprimary then 'primary' else 'unique' end as kind,
    array(select a.attname::text from unnest(i.indkey::int2[]) k join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k)
      as columns,
    null as target, null as target_columns
  from pg_index i join pg_class c on c.oid = i.indrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace
  union all
  select f.conrelid::regclass::text, 'foreign',
    array(select a.attname::text from unnest(f.conkey) with ordinality k(n, place)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.n order by place),
    f.confrelid::regclass::text,
    array(select a.attname::text from unnest(f.confkey) with ordinality k(n, place)
      join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.n order by place)
  from pg_constraint f where f.contype = 'f' and f.connamespace = 'public'::regnamespace`

test('every table is distributed by account with all its keys, or is one of the global tables', async () => {
  const { pool } = await openForTest({ url: await createOnServer({ isMigrated: true }) })
  const distributed = await distributedTables(pool)
  const { rows: keys } = await pool.query<Key>(KEYS)

  expect(distributed.size).toBeGreaterThan(30)
  for (const table of distributed.keys())
    expect(
      keys.some((key) => key.table === table && key.kind === 'primary'),
      `${table} has a primary key`,
    ).toBe(true)
  expect(keys.filter((key) => !isSound(key, distributed))).toEqual([])
})

/** Rows of one account that belong together are on one node, and a key is checked there. */
function isSound({ table, columns, target, target_columns }: Key, distributed: Map<string, string>): boolean {
  const column = distributed.get(table)
  if (!column) return target === null || target in GLOBAL_TABLES || target === 'accounts'
  const place = columns.indexOf(column)
  if (place === -1) return target !== null && target in GLOBAL_TABLES
  return target === null || target in GLOBAL_TABLES || target_columns?.[place] === distributed.get(target)
}
