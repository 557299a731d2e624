import type { DatabaseSync } from 'node:sqlite'
import type { Kinds } from '../objects/kinds.ts'

/** The id of a connected account, or null for the platform itself. */
export type Owner = string | null

/** The objects of one owner. Those of others are not found. */
export interface Store {
  owner: Owner
  forOwner(owner: Owner): Store
  /** Undefined if nobody has an object with this id. */
  ownerOf(id: string): Owner | undefined
  insert<K extends keyof Kinds>(kind: K, object: Kinds[K]): Kinds[K]
  save<K extends keyof Kinds>(kind: K, object: Kinds[K]): Kinds[K]
  find<K extends keyof Kinds>(kind: K, id: string): Kinds[K] | undefined
  /** In order of creation. */
  all<K extends keyof Kinds>(kind: K): Kinds[K][]
  /** Newest first, of all owners. */
  newest<K extends keyof Kinds>(kind: K, limit: number): Kinds[K][]
  /** Facts belong to the sandbox, not to an owner. */
  fact(name: string): string | undefined
  setFact(name: string, value: string): void
}

export function createStore(db: DatabaseSync): Store {
  const insert = db.prepare('insert into objects (owner, id, kind, body) values (?, ?, ?, ?)')
  const update = db.prepare('update objects set body = ? where owner is ? and kind = ? and id = ?')
  const ownerById = db.prepare('select owner from objects where id = ?')
  const byId = db.prepare('select body from objects where owner is ? and kind = ? and id = ?')
  const byKind = db.prepare('select body from objects where owner is ? and kind = ? order by position')
  const latest = db.prepare('select body from objects where kind = ? order by position desc limit ?')
  const fact = db.prepare('select value from facts where name = ?')
  const setFact = db.prepare(
    'insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
  )

  const storeOf = (owner: Owner): Store => ({
    owner,
    forOwner: (other) => storeOf(other),
    ownerOf(id) {
      const row = ownerById.get(id)
      return row && (row.owner === null ? null : String(row.owner))
    },
    insert(kind, object) {
      insert.run(owner, object.id, kind, JSON.stringify(object))
      return object
    },
    save(kind, object) {
      update.run(JSON.stringify(object), owner, kind, object.id)
      return object
    },
    find: (kind, id) => parsed(byId.get(owner, kind, id)),
    all: (kind) => byKind.all(owner, kind).map((row) => body(row)),
    newest: (kind, limit) => latest.all(kind, limit).map((row) => body(row)),
    fact(name) {
      const row = fact.get(name)
      return row ? String(row.value) : undefined
    },
    setFact(name, value) {
      setFact.run(name, value)
    },
  })
  return storeOf(null)
}

type Row = Record<string, unknown>

function body<T>(row: Row): T {
  return JSON.parse(String(row.body))
}

function parsed<T>(row: Row | undefined): T | undefined {
  return row ? body(row) : undefined
}
