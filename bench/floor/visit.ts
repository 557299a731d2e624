import type pg from 'pg'

export interface Visit {
  db: FloorDatabase
  /** The number with which the session's key starts. */
  account: number
  /** The ids in the path, in order. */
  ids: string[]
  body: Record<string, unknown>
}

export type Answer = (visit: Visit) => Promise<unknown>

/** Statements that are prepared once under a name. */
export class FloorDatabase {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async query<Found extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Found[]> {
    return (await this.#pool.query<Found>({ name, text, values })).rows
  }

  async queryOne<Found extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Found> {
    const [row] = await this.query<Found>(name, text, values)
    if (!row) throw new Error(`${name}: no row`)
    return row
  }

  /** Not prepared: a generic plan takes twice as long for a year of a large account. */
  async queryRange<Found extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Found[]> {
    return (await this.#pool.query<Found>(text, values)).rows
  }
}

/** Columns of hundredths, as numbers with two decimals. */
export const amounts = (...columns: string[]): string =>
  columns.map((column) => `${column}::float8 / 100 as ${column.replace(/^.*\./, '')}`).join(', ')

export const hours = (column: string): string =>
  `round(${column} / 3600.0, 4)::float8 as ${column.replace(/^.*\./, '')}`
