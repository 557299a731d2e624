import type { Arguments, Endpoint } from '#core/endpoint.ts'
import { addressOf, type Body, type Visitor } from '#tests/people.ts'
import type { Account } from './account.ts'
import type { Value, Values } from './books.ts'

/** One write of somebody, and how to tell whether it was made when no answer came. */
export interface Change extends ChangeDetails<Endpoint> {
  account: number
  by: Visitor
  method: Endpoint['method']
  path: string
  body?: unknown
}

export interface ChangeDetails<E extends Endpoint> {
  content?: Buffer
  /** A creation's Idempotency-Key. */
  key?: string
  /**
   * The effect of a repetition, once it was made: answers the first result (by its key), makes it again, finds nothing
   * left to change, is refused with this status, or would be a second one and so is not tried.
   */
  repeated: 'same' | 'again' | 'unchanged' | 404 | 409 | 'never'
  /** A plan may have no room for it. */
  limited?: boolean
  /** Finds a row if it was made. */
  trace: Trace
  activity: string
  /** Further events in the activity, such as an invoice that an approval made. */
  followedBy?: string[]
  /** The subjects of what is mailed about it. */
  mails?: string[]
  /** Enters it into the books. A change that was made without an answer, and is not repeated, has none. */
  enter(body: Body<E>): void
}

export interface Trace {
  sql: string
  values: Value[]
}

interface AnyArguments {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** A call of an endpoint by the freelancer of an account. */
export function changeOf<E extends Endpoint>(
  { id, person }: Account,
  endpoint: E,
  args: Omit<Arguments<E>, 'ifMatch'>,
  details: ChangeDetails<E>,
): Change {
  const { params = {}, query, body }: AnyArguments = args
  const { method } = endpoint
  return { account: id, by: person, method, path: addressOf(endpoint, params, query), body, ...details }
}

export function there(table: string, values: Values): Trace {
  const columns = Object.keys(values).map((name, index) => `${name} = $${index + 1}`)
  return { sql: `select 1 from ${table} where ${columns.join(' and ')}`, values: Object.values(values) }
}

export const gone = (table: string, account: number, id: number): Trace => ({
  sql: `select 1 where not exists (select from ${table} where account_id = $1 and id = $2)`,
  values: [account, id],
})
