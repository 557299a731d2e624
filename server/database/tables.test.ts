import { cpSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '#server/database/migrate.ts'
import type { Database } from './database.ts'
import { freshUrl } from './fixtures/kinds.ts'
import { breakingChanges, readSchema } from './fixtures/schema.ts'
import { longTimeout, openForTest, recordLog, temporaryDirectory } from './fixtures/scratch.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

/** The last file of the schema of version 1.0. Later files are migrations. */
const SCHEMA_OF_1_0 = '20261118T0005_pages.sql'
const FILES_OF_1_0 = 5

/** Changes that servers of the release before do not notice, by migration, each with the reason. */
const EXPLAINED: Record<string, Record<string, string>> = {
  '20261119T0101_exact_quantities.sql': {
    'added: recurring_invoices CHECK (((tax_rate >= 0) AND (tax_rate <= 100000)))':
      'Tax rates have three decimals. No release came before.',
    'added: time_entries CHECK (((rate IS NULL) OR (fixed_amount IS NULL)))':
      'The column is new, so servers of before leave it empty.',
  },
  '20261119T0401_ledger.sql': unreleased(
    "added: invoices CHECK (((status <> 'paid'::text) OR (balance = 0)))",
    "added: invoices CHECK (((status <> ALL (ARRAY['sent'::text, 'overdue'::text])) OR (balance > 0)))",
    'added: invoices CHECK ((balance >= 0))',
    'added: invoices CHECK ((written_off >= 0))',
    `added: payments CHECK (
CASE kind
    WHEN 'payment'::text THEN ((amount >= 0) AND (surplus >= 0) AND ((amount + surplus) > 0) AND (written_off = 0))
    WHEN 'credit'::text THEN (((amount + surplus) <> 0) AND (written_off = 0))
    WHEN 'write_off'::text THEN ((amount = 0) AND (surplus = 0) AND (written_off > 0))
    WHEN 'reversal'::text THEN (((amount + surplus) <> 0) OR (written_off < 0))
    WHEN 'refund'::text THEN ((amount <= 0) AND (surplus <= 0) AND ((amount + surplus) < 0) AND (written_off = 0))
    WHEN 'dispute'::text THEN ((amount <= 0) AND (surplus <= 0) AND ((amount + surplus) < 0) AND (written_off = 0))
    ELSE false
END)`,
    "added: payments CHECK (((fee >= 0) OR (kind = 'reversal'::text) OR (provider_id IS NOT NULL)))",
    "added: payments CHECK (((kind <> 'credit'::text) OR ((credit_invoice_id IS NOT NULL) AND (credit_invoice_id <> invoice_id))))",
    "added: payments CHECK (((kind = 'write_off'::text) = (reason <> ''::text)))",
    "added: payments CHECK (((provider_id IS NOT NULL) OR ((kind <> 'dispute'::text) AND (provider_payment_id IS NULL))))",
    "added: payments CHECK (((reverses_id IS NULL) OR (kind = 'reversal'::text)))",
  ),
  '20261119T0501_yearly_numbers.sql': unreleased(
    'added: invoices unique btree (account_id, prefix, number)',
    'added: number_series unique btree (account_id, kind, year)',
    'gone: invoices unique btree (account_id, number)',
    'gone: number_series unique btree (account_id, kind)',
  ),
  '20261119T0502_final_invoices.sql': unreleased(
    'added: invoices CHECK (((sealed_at IS NULL) OR ((number IS NOT NULL) AND (frozen_details IS NOT NULL) AND (home_total IS NOT NULL))))',
  ),
  '20261119T0503_credit_notes.sql': unreleased(
    'added: document_files CHECK ((num_nonnulls(invoice_id, credit_note_id) = 1))',
    "added: invoice_mails CHECK ((kind = ANY (ARRAY['invoice'::text, 'revision'::text, 'copy'::text, 'reminder'::text, 'answers'::text, 'receipt'::text, 'credit_note'::text])))",
    'added: invoices CHECK (((amount_paid + written_off) <= total))',
    'added: invoices CHECK (((credited >= 0) AND (credited <= total)))',
    "added: line_requests CHECK ((answer = ANY (ARRAY['changed'::text, 'removed'::text, 'explained'::text, 'credited'::text])))",
  ),
}

function unreleased(...changes: string[]): Record<string, string> {
  return Object.fromEntries(
    changes.map((change) => [change, 'Version 1.0 is not released, so no server runs without it.']),
  )
}

const scratch = temporaryDirectory()
let migrated: Database
/** By migration. */
const breaking: Record<string, string[]> = {}

beforeAll(async () => {
  migrated = await openDatabase({ dataDirectory: scratch.directory, url: await freshUrl(), log: recordLog() })
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
  const apply = async (...some: string[]) => {
    for (const name of some) cpSync(path.join(MIGRATIONS, name), path.join(scratch.directory, name))
    await migrate(migrated, scratch.directory)
    return readSchema(migrated.pool)
  }
  let schema = await apply(...names.filter((name) => name <= SCHEMA_OF_1_0))
  for (const name of names.filter((one) => one > SCHEMA_OF_1_0).toSorted()) {
    const after = await apply(name)
    breaking[name] = breakingChanges(schema, after)
    schema = after
  }
}, longTimeout)
afterAll(async () => {
  await migrated.close()
  scratch.remove()
}, longTimeout)

interface Column {
  type: string
  nullable: boolean
  /** The database fills it in where an insert does not name it. */
  generated: boolean
}

type Columns = Record<string, Column>

/** Reads the interfaces in `table.ts` files line by line: `client_id: number | null`. */
function declaredTables(): Record<string, Columns> {
  const sources = globSync(['features/**/table.ts', 'server/*/table{,s}.ts']).map((path) =>
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
  const { rows } = await migrated.pool.query<Column & { table: string; name: string; computed: boolean }>(`
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

test('new migrations sort after the existing ones, whatever their date', () => {
  const earlier = readdirSync(MIGRATIONS).filter((name) => name <= SCHEMA_OF_1_0)
  expect(earlier).toHaveLength(FILES_OF_1_0)
})

test('migrations only add, so that servers of the release before go on', () => {
  for (const [name, changes] of Object.entries(breaking)) {
    expect(changes.toSorted(), name).toEqual(Object.keys(EXPLAINED[name] ?? {}).toSorted())
  }
})

test('what servers of the release before would run into is noticed', { timeout: longTimeout }, async () => {
  const database = await openForTest({ url: await freshUrl() })
  await database.pool.query(`
    create table clients (id bigint primary key, name text unique, rate integer not null default 0);
    create table projects (id bigint primary key)`)
  const before = await readSchema(database.pool)
  const changesBy = async (statement: string) => {
    const client = await database.pool.connect()
    try {
      await client.query(`begin; ${statement}`)
      return breakingChanges(before, await readSchema(client))
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  for (const harmless of [
    'create table tags (id bigint primary key, name text not null unique)',
    'create index clients_by_rate on clients (rate)',
    'alter table clients add email text, add is_vip boolean not null default false',
    'alter table clients add project_id bigint references projects, add code text unique',
    'alter table clients alter rate drop not null',
    'alter table projects add id_text text generated always as (id::text) stored',
  ]) {
    expect(await changesBy(harmless), harmless).toEqual([])
  }
  for (const [statement, ...changes] of [
    ['drop table projects', 'projects.id: gone'],
    ['alter table projects rename to jobs', 'projects.id: gone'],
    ['alter table clients drop rate', 'clients.rate: gone'],
    ['alter table clients rename rate to price', 'clients.rate: gone'],
    ['alter table clients alter rate type bigint', 'clients.rate: bigint instead of integer'],
    ['alter table clients alter name set not null', 'clients.name: required'],
    ['alter table clients alter rate drop default', 'clients.rate: no default'],
    ['alter table clients add email text not null', 'clients.email: no default'],
    [
      'alter table clients drop rate, add rate integer generated always as (id) stored',
      'clients.rate: computed',
    ],
    ['alter table clients drop constraint clients_name_key', 'gone: clients unique btree (name)'],
    ['create unique index on clients (rate)', 'added: clients unique btree (rate)'],
    ['alter table clients add check (rate > 0)', 'added: clients CHECK ((rate > 0))'],
    [
      'alter table clients add foreign key (rate) references projects',
      'added: clients FOREIGN KEY (rate) REFERENCES projects(id)',
    ],
  ] as const) {
    expect(await changesBy(statement), statement).toEqual(changes)
  }
})
