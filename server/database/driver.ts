import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type Driver,
  type Kysely,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { actorStatement } from './acting.ts'

export interface Connections {
  connect(): Promise<pg.PoolClient>
  release(client: pg.PoolClient, broken: boolean): void
}

/** Poolers in transaction mode change the connection under a name. */
export type Statements = 'named' | 'unnamed'

/**
 * Kysely on `pg` in pipeline mode. Unlike Kysely's own driver it names statements, so that PostgreSQL parses each once per
 * connection, waits for no answer that nobody needs, closes a connection on which a query timed out, and does not let a
 * failing rollback hide the original error.
 */
export class PgDriver implements Driver {
  readonly #connections: Connections
  readonly #names: StatementNames | undefined

  constructor(connections: Connections, statements: Statements) {
    this.#connections = connections
    this.#names = statements === 'named' ? new StatementNames() : undefined
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PgConnection> {
    return new PgConnection(await this.#connections.connect(), this.#names)
  }

  async beginTransaction(
    connection: PgConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    connection.begin(`begin${level}${accessMode ? ` ${accessMode}` : ''}${actorStatement()}`)
  }

  commitTransaction(connection: PgConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: PgConnection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection({ client, broken }: PgConnection): Promise<void> {
    this.#connections.release(client, broken)
  }

  async destroy(): Promise<void> {}
}

const unawaited = new WeakSet<CompiledQuery>()

/**
 * For a statement whose result nobody needs: its transaction goes on at once. If it fails, so does the next statement or the
 * commit, with its error.
 */
export async function sendWithoutWaiting<Tables>(db: Kysely<Tables>, query: CompiledQuery): Promise<void> {
  unawaited.add(query)
  await db.executeQuery(query)
}

/** Outside a transaction it changes nothing, and locks only for a moment. */
const READS = /^\s*select\b/i

class PgConnection {
  readonly client: pg.PoolClient
  broken = false
  readonly #names: StatementNames | undefined
  /** Undefined outside a transaction. */
  #begun: Promise<unknown> | undefined
  #unanswered: Promise<unknown>[] = []

  constructor(client: pg.PoolClient, names: StatementNames | undefined) {
    this.client = client
    this.#names = names
  }

  begin(statement: string): void {
    this.#begun = handled(this.client.query(statement))
  }

  async commit(): Promise<void> {
    const { command } = await this.#answered(this.client.query('commit'))
    if (command === 'ROLLBACK') throw new Error('A statement failed, so the transaction was rolled back')
    this.#begun = undefined
  }

  async rollback(): Promise<void> {
    this.#begun = undefined
    this.#unanswered = []
    await this.client.query('rollback').catch(() => {
      this.broken = true
    })
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = query
    // If `begin` failed, a change that was sent with it would be made without the rest of the transaction.
    if (!READS.test(text)) await this.#begun
    const name = this.#names?.of(text, parameters.length)
    const answer = this.client.query({ text, values: [...parameters], ...(name && { name }) })
    if (this.#begun && unawaited.has(query)) {
      this.#unanswered.push(handled(answer))
      return { rows: [] }
    }
    const { rows, rowCount } = await this.#answered(answer)
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  /** The first error counts: those of later statements follow from it. */
  async #answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const before = [this.#begun, ...this.#unanswered.splice(0)]
    try {
      await Promise.all([...before, answer])
      return await answer
    } catch (error) {
      if (isUnanswered(error)) this.broken = true
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: nothing is streamed, and an iterator that says so must be a generator
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Queries are not streamed.')
  }
}

/** Its error is thrown later, by whatever waits for it. */
function handled<Answer>(answer: Promise<Answer>): Promise<Answer> {
  answer.catch(() => undefined)
  return answer
}

/** `pg` has no code for this error. */
const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

const EACH_TIME = '/* planned each time */'

/**
 * At the start of a statement that reads a little or a lot depending on its values: a generic plan would be a bad one for
 * a large account.
 */
export const PLAN_EACH_TIME = sql.raw(EACH_TIME)

/** Connections keep named statements, so their number is limited. */
const MAX_NAMES = 1000
/** A statement with more is a bulk insert, whose text depends on the number of rows. */
const MAX_PARAMETERS = 100

/**
 * `select *`, `returning *`, `page.*`. PostgreSQL refuses such a prepared statement once a migration, run by a newer server,
 * has added a column.
 */
const ALL_COLUMNS = /\b(select|returning)\s+\*|,\s*\*|\.\*/i

/** By text, since several drivers may use one connection. */
class StatementNames {
  readonly #names = new Map<string, string>()

  of(text: string, parameters: number): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size === MAX_NAMES) return known
    if (parameters === 0 || parameters > MAX_PARAMETERS || text.trimStart().startsWith(EACH_TIME))
      return undefined
    if (ALL_COLUMNS.test(text)) return undefined
    const name = createHash('sha256').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }
}
