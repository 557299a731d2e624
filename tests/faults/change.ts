import type { UncheckedAnswer, Visitor } from '#tests/people.ts'
import type { Value, Values } from './books.ts'

/** One write of somebody, and how to tell whether it was made when no answer came. */
export interface Change {
  account: number
  by: Visitor
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  content?: Buffer
  /** A creation's Idempotency-Key. */
  key?: string
  /**
   * What a repetition of it does, once it was made: answers the first result (by its key), makes it again, finds
   * nothing left to change, is refused with this status, or would be a second one and so is not tried.
   */
  repeated: 'same' | 'again' | 'unchanged' | 404 | 409 | 'never'
  /** A plan may have no room for it. */
  limited?: boolean
  /** Finds a row if it was made. */
  trace: Trace
  activity: string
  mail?: string
  /** Enters it into the books. A change that was made without an answer, and is not repeated, has none. */
  enter(body: UncheckedAnswer['body']): void
}

export interface Trace {
  sql: string
  values: Value[]
}

export function there(table: string, values: Values): Trace {
  const columns = Object.keys(values).map((name, index) => `${name} = $${index + 1}`)
  return { sql: `select 1 from ${table} where ${columns.join(' and ')}`, values: Object.values(values) }
}

export const gone = (table: string, account: number, id: number): Trace => ({
  sql: `select 1 where not exists (select from ${table} where account_id = $1 and id = $2)`,
  values: [account, id],
})
