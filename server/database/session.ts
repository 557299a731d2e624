import { type Query, sql } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Db } from './database.ts'
import { mapperOf } from './rows.ts'

const EACH_TIME = '/* planned each time */'

/**
 * At the beginning of a statement that reads a little or a lot depending on its values: the plan that PostgreSQL keeps
 * for all of them would be a bad one for a large account.
 */
export const PLAN_EACH_TIME = sql.raw(EACH_TIME)

/** The names of the statements of one pool, by their text. */
export type StatementNames = Map<string, string>

/** They are kept as long as their connection, so that statements of ever another length must not pile up. */
const MOST_NAMES = 300

const dialect = new PgDialect()

export const databaseOn = (client: pg.Pool | pg.PoolClient, names: StatementNames): Db =>
  new NodePgDatabase(dialect, new PreparingSession(client, names), undefined)

type Session = NodePgSession<Record<string, never>, Record<string, never>>

/** PostgreSQL reads each statement once for each connection, not each time: `pg` prepares what has a name. */
class PreparingSession extends NodePgSession<Record<string, never>, Record<string, never>> {
  readonly #names: StatementNames

  constructor(client: pg.Pool | pg.PoolClient, names: StatementNames) {
    super(client, dialect, undefined)
    this.#names = names
  }

  override prepareQuery: Session['prepareQuery'] = (
    query,
    fields,
    name = this.#nameOf(query),
    inArrays,
    mapper = mapperOf(fields),
    ...rest
  ) => super.prepareQuery(query, fields, name, inArrays, mapper, ...rest)

  #nameOf({ sql: text, params }: Query): string | undefined {
    const known = this.#names.get(text)
    if (known || params.length === 0 || this.#names.size === MOST_NAMES) return known
    if (text.trimStart().startsWith(EACH_TIME)) return undefined
    const name = `daybook_${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}
