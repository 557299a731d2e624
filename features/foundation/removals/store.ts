import { type Insertable, type RawBuilder, sql } from 'kysely'
import { EVERY_TABLE, type FoundTable, inOrder } from '#server/backup/tables.ts'
import type { Db } from '#server/database/database.ts'
import { FILE_COLUMN } from '#server/files/references.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { RemovalsTable } from './table.ts'

type NewRemoval = Omit<Insertable<RemovalsTable>, 'account_id' | 'restored_at'>

export async function keep(
  db: Db,
  accountId: AccountId,
  removal: NewRemoval,
  files: readonly { sha256: string; size: number }[],
): Promise<number> {
  const { id } = await db
    .insertInto('removals')
    .values({ account_id: accountId, ...removal })
    .returning('id')
    .executeTakeFirstOrThrow()
  const named = files.map(({ sha256, size }) => ({
    account_id: accountId,
    removal_id: id,
    file_sha256: sha256,
    file_size: size,
  }))
  if (named.length > 0) await db.insertInto('removed_files').values(named).execute()
  return id
}

interface RowsToDelete {
  table: string
  ids: readonly number[]
  versioned?: true
}

/** One statement deletes the rows and keeps them, with those that are deleted along with them. Undefined if there are none. */
export async function deleteAndKeep(
  db: Db,
  accountId: AccountId,
  { table, ids, versioned }: RowsToDelete,
  { kind, data, removed_at }: Omit<NewRemoval, 'rows'>,
): Promise<number | undefined> {
  const deleted = sql`${sql.id(table)} as (
    delete from ${sql.table(table)} where account_id = ${accountId} and id = any(${ids}::bigint[]) returning *
  )`
  const dependent = dependentsOf(table, await cascades(db))
  const kept = [table, ...dependent.map((one) => one.table)].map((name) => {
    const row =
      versioned && name === table
        ? sql`to_jsonb(r) || jsonb_build_object('version', r.version + 1)`
        : sql`to_jsonb(r)`
    return sql`${name}::text, (select coalesce(jsonb_agg(${row}), '[]') from ${sql.id(name)} r)`
  })
  const { rows } = await sql<{ id: number }>`
    with ${sql.join([deleted, ...dependent.map(({ query }) => query)])},
    kept as (
      insert into removals (account_id, kind, data, rows, removed_at)
      select ${accountId}::bigint, ${kind}::text, ${data}::jsonb, jsonb_build_object(${sql.join(kept)}), ${removed_at}::timestamptz
      where exists (select from ${sql.id(table)})
      returning account_id, id, rows
    ),
    files as (
      insert into removed_files (account_id, removal_id, file_sha256, file_size)
      select distinct on (file_sha256) kept.account_id, kept.id, file_sha256, file_size
      from kept, jsonb_each(kept.rows) as by_table,
        jsonb_to_recordset(by_table.value) as r(file_sha256 text, file_size bigint)
      where file_sha256 is not null
    )
    select id from kept`.execute(db)
  return rows[0]?.id
}

interface Cascade {
  table: string
  columns: string[]
  parent: string
  parentColumns: string[]
}

let found: Promise<Cascade[]> | undefined

/** Every foreign key that deletes rows with those that they refer to. Read once, since migrations run only at start. */
function cascades(db: Db): Promise<Cascade[]> {
  found ??= findCascades(db).catch((error: unknown) => {
    found = undefined
    throw error
  })
  return found
}

async function findCascades(db: Db): Promise<Cascade[]> {
  const names = (relation: string, numbers: string) => sql`array(
    select a.attname::text from unnest(${sql.ref(numbers)}) with ordinality as key(number, place)
    join pg_attribute a on a.attrelid = ${sql.ref(relation)} and a.attnum = key.number
    order by place)`
  const { rows } = await sql<Cascade>`
    select child.relname as "table", ${names('f.conrelid', 'f.conkey')} as columns,
      parent.relname as parent, ${names('f.confrelid', 'f.confkey')} as "parentColumns"
    from pg_constraint f
    join pg_class child on child.oid = f.conrelid
    join pg_class parent on parent.oid = f.confrelid
    where f.contype = 'f' and f.confdeltype = 'c' and f.connamespace = current_schema()::regnamespace
    order by child.relname`.execute(db)
  return rows
}

interface Dependent {
  table: string
  /** Selects the rows that are deleted along with those of their parents, and locks them. */
  query: RawBuilder<unknown>
}

/** Parents come first. A table may have several, such as comments on a project and on a version of its deliverables. */
function dependentsOf(root: string, all: Cascade[]): Dependent[] {
  const tables = dependentTables(root, all)
  return tables.map((table) => {
    const ways = all.filter((one) => one.table === table && [root, ...tables].includes(one.parent))
    const query = sql`${sql.id(table)} as (
      select child.* from ${sql.table(table)} child where ${deletedBy(ways)} for update of child
    )`
    return { table, query }
  })
}

function dependentTables(root: string, all: Cascade[]): string[] {
  const reached = new Set([root])
  for (const parent of reached) {
    for (const { table } of all.filter((one) => one.parent === parent)) reached.add(table)
  }
  const waiting = reached.difference(new Set([root]))
  const ordered: string[] = []
  for (let next = readyOf(waiting, all); next !== undefined; next = readyOf(waiting, all)) {
    waiting.delete(next)
    ordered.push(next)
  }
  return ordered
}

/** One whose parents are not waiting themselves. */
const readyOf = (waiting: Set<string>, all: Cascade[]): string | undefined =>
  [...waiting].find((table) => !all.some((one) => one.table === table && waiting.has(one.parent)))

/** Each way reads an index of its own; an `or` between them would read the whole table. */
function deletedBy(ways: Cascade[]): RawBuilder<unknown> {
  const [only] = ways
  if (only && ways.length === 1) return refersToParent('child', only)
  const rows = ways.map(
    (way) => sql`select other.ctid from ${sql.table(way.table)} other where ${refersToParent('other', way)}`,
  )
  return sql`child.ctid = any(array(${sql.join(rows, sql` union `)}))`
}

const refersToParent = (child: string, { columns, parent, parentColumns }: Cascade) =>
  sql`(${sql.join(columns.map((column) => sql.ref(`${child}.${column}`)))})
    in (select ${sql.join(parentColumns.map((column) => sql.id(column)))} from ${sql.id(parent)})`

/** Locks the removal until the transaction ends. */
export const lockRemoval = (db: Db, accountId: AccountId, id: number, oldest: Date) =>
  db
    .selectFrom('removals')
    .select(['kind', 'data', 'restored_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', '>', oldest)
    .forUpdate()
    .executeTakeFirst()

export async function namesFiles(db: Db, accountId: AccountId, id: number): Promise<boolean> {
  const file = await db
    .selectFrom('removed_files')
    .select(FILE_COLUMN)
    .where('account_id', '=', accountId)
    .where('removal_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return file !== undefined
}

/** Inserts the rows as they were, those that others refer to first. Columns that were added since have their defaults. */
export async function insertRows(db: Db, accountId: AccountId, id: number): Promise<void> {
  const removal = sql`removals where account_id = ${accountId} and id = ${id}`
  const kept = await sql<{ table: string; columns: string[] }>`
    select key as "table", array(select jsonb_object_keys(value->0)) as columns
    from (select rows from ${removal}) as kept, jsonb_each(rows)
    where value <> '[]'`.execute(db)
  const { rows } = await sql.raw<FoundTable>(EVERY_TABLE).execute(db)
  for (const table of inOrder(rows)) {
    const had = kept.rows.find((one) => one.table === table.name)?.columns
    if (!had) continue
    const columns = sql.join(
      table.columns.filter(({ name }) => had.includes(name)).map(({ name }) => sql.id(name)),
    )
    const name = sql.table(table.name)
    await sql`
      insert into ${name} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(
        null::${name}, (select rows->${table.name}::text from ${removal})
      )`.execute(db)
  }
}

/** Its id stays, so that a second undo is recognized. */
export async function markRestored(db: Db, accountId: AccountId, id: number, now: Date): Promise<void> {
  await db
    .updateTable('removals')
    .set({ restored_at: now, data: '{}', rows: '{}' })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
  await db
    .deleteFrom('removed_files')
    .where('account_id', '=', accountId)
    .where('removal_id', '=', id)
    .execute()
}

export async function deleteRemovalsOf(db: Db, accountId: AccountId, clientId: number): Promise<void> {
  await sql`
    delete from removals where account_id = ${accountId} and (
      jsonb_path_exists(rows, '$.*[*] ? (@.client_id == $client)', jsonb_build_object('client', ${clientId}::bigint))
      or jsonb_path_exists(rows, '$.clients[*] ? (@.id == $client)', jsonb_build_object('client', ${clientId}::bigint))
      or data->>'client_id' = ${clientId}::bigint::text
    )`.execute(db)
}

/** Returns how many. */
export async function deleteSome(db: Db, oldest: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from removals where (account_id, id) in (
      select account_id, id from removals where removed_at <= ${oldest} limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows)
}
