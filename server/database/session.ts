import { type Query, sql } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from './database.ts'
import { createDialect } from './dialect.ts'
import { entriesOf, RowReader } from './rows.ts'

const EACH_TIME = '/* planned each time */'

/**
 * At the beginning of a statement that reads a little or a lot depending on its values: the plan that PostgreSQL keeps
 * for all of them would be a bad one for a large account.
 */
export const PLAN_EACH_TIME = sql.raw(EACH_TIME)

/** They are kept as long as their connection, so that statements of ever another length must not pile up. */
const MOST_STATEMENTS = 300

type Session = NodePgSession<Record<string, never>, Record<string, never>>
type Fields = Parameters<Session['prepareQuery']>[1]

interface Statement {
  /** Under which PostgreSQL keeps it. */
  name: string
  reader?: RowReader
}

/** What one pool knows of its statements, by their text. */
export class Statements {
  readonly #known = new Map<string, Statement>()

  /** PostgreSQL reads a statement that has a name once for each connection, not each time. */
  nameOf(query: Query): string | undefined {
    return this.#of(query)?.name
  }

  readerOf(query: Query, fields: Fields): RowReader | undefined {
    const entries = entriesOf(fields)
    if (!entries) return undefined
    const known = this.#of(query)
    if (known?.reader?.reads(entries)) return known.reader
    const reader = new RowReader(entries)
    if (known) known.reader = reader
    return reader
  }

  #of({ sql: text, params }: Query): Statement | undefined {
    const known = this.#known.get(text)
    if (known || params.length === 0 || this.#known.size === MOST_STATEMENTS) return known
    if (text.trimStart().startsWith(EACH_TIME)) return undefined
    const added = { name: `daybook_${this.#known.size + 1}` }
    this.#known.set(text, added)
    return added
  }
}

const dialect = createDialect()

export const databaseOn = (client: pg.Pool | pg.PoolClient, statements: Statements): Db =>
  new NodePgDatabase(dialect, new PreparingSession(client, statements), undefined)

class PreparingSession extends NodePgSession<Record<string, never>, Record<string, never>> {
  readonly #statements: Statements

  constructor(client: pg.Pool | pg.PoolClient, statements: Statements) {
    super(client, dialect, undefined)
    this.#statements = statements
  }

  override prepareQuery: Session['prepareQuery'] = (
    query,
    fields,
    name = this.#statements.nameOf(query),
    inArrays,
    mapper = this.#statements.readerOf(query, fields)?.all,
    ...rest
  ) => super.prepareQuery(query, fields, name, inArrays, mapper, ...rest)
}
