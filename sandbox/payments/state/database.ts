import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const schema = `
  create table if not exists objects (
    position integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    body text not null,
    owner text
  ) strict;
  create index if not exists objects_by_kind on objects (kind, position);
  create table if not exists deliveries (
    position integer primary key autoincrement,
    id text not null unique,
    event text not null,
    state text not null check (state in ('pending', 'delivered', 'failed')),
    attempts integer not null default 0,
    next_attempt_at integer not null,
    last_attempt_at integer,
    failure text
  ) strict;
  create index if not exists deliveries_by_state on deliveries (state, next_attempt_at);
  create index if not exists deliveries_by_event on deliveries (event);
  create table if not exists idempotent_requests (
    key text primary key,
    fingerprint text not null,
    status integer not null,
    body text not null,
    created_at integer not null
  ) strict;
  create table if not exists facts (name text primary key, value text not null) strict;
`

export function openDatabase(path: string): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000')
  db.exec(schema)
  upgrade(db)
  return db
}

/** Files of earlier versions have objects without owners, and more columns. */
function upgrade(db: DatabaseSync): void {
  const has = (table: string, column: string) =>
    db
      .prepare(`pragma table_info(${table})`)
      .all()
      .some(({ name }) => name === column)
  if (!has('objects', 'owner')) db.exec('alter table objects add column owner text')
  if (has('deliveries', 'endpoint')) db.exec('alter table deliveries drop column endpoint')
  if (has('idempotent_requests', 'request_id'))
    db.exec('alter table idempotent_requests drop column request_id')
  db.exec('create index if not exists objects_by_owner on objects (owner, kind, position)')
}

export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
