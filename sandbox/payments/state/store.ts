import type { DatabaseSync } from 'node:sqlite'
import type { Kinds } from '../objects/kinds.ts'

export interface Store {
  insert<K extends keyof Kinds>(kind: K, object: Kinds[K]): Kinds[K]
  save<K extends keyof Kinds>(kind: K, object: Kinds[K]): Kinds[K]
  find<K extends keyof Kinds>(kind: K, id: string): Kinds[K] | undefined
  findAny(id: string): Kinds[keyof Kinds] | undefined
  /** In order of creation. */
  all<K extends keyof Kinds>(kind: K): Kinds[K][]
  /** Newest first. */
  newest<K extends keyof Kinds>(kind: K, limit: number, offset?: number): Kinds[K][]
  count(kind: keyof Kinds): number
  fact(name: string): string | undefined
  setFact(name: string, value: string): void
}

export function createStore(db: DatabaseSync): Store {
  const insert = db.prepare('insert into objects (id, kind, body) values (?, ?, ?)')
  const update = db.prepare('update objects set body = ? where kind = ? and id = ?')
  const byId = db.prepare('select body from objects where kind = ? and id = ?')
  const byAnyId = db.prepare('select body from objects where id = ?')
  const byKind = db.prepare('select body from objects where kind = ? order by position')
  const latest = db.prepare('select body from objects where kind = ? order by position desc limit ? offset ?')
  const counted = db.prepare('select count(*) as n from objects where kind = ?')
  const fact = db.prepare('select value from facts where name = ?')
  const setFact = db.prepare(
    'insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
  )

  return {
    insert(kind, object) {
      insert.run(object.id, kind, JSON.stringify(object))
      return object
    },
    save(kind, object) {
      update.run(JSON.stringify(object), kind, object.id)
      return object
    },
    find: (kind, id) => parsed(byId.get(kind, id)),
    findAny: (id) => parsed(byAnyId.get(id)),
    all: (kind) => byKind.all(kind).map((row) => body(row)),
    newest: (kind, limit, offset = 0) => latest.all(kind, limit, offset).map((row) => body(row)),
    count: (kind) => Number(counted.get(kind)?.n ?? 0),
    fact(name) {
      const row = fact.get(name)
      return row ? String(row.value) : undefined
    },
    setFact(name, value) {
      setFact.run(name, value)
    },
  }
}

type Row = Record<string, unknown>

function body<T>(row: Row): T {
  return JSON.parse(String(row.body))
}

function parsed<T>(row: Row | undefined): T | undefined {
  return row ? body(row) : undefined
}
