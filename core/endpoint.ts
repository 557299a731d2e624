import { z } from 'zod'

/**
 * One entry of a feature's endpoint table. The server registers a route from it, the browser gets a typed
 * call from it, and OpenAPI is generated from it: there is no second description of the API.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters are in braces: `/api/clients/{id}`. */
  path: `/${string}`
  access: Access
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
  /** The body is a file, which the handler receives as a stream. */
  upload?: { limitBytes: number }
  /** The response is a file of this media type, which the handler returns as a `Download`. */
  download?: `${string}/${string}`
  /** The response is a stream of server-sent events, whose handler returns what is `Watched`. */
  events?: true
  status?: 200 | 201 | 202
  /** A list: takes `limit`, `cursor` and `q`, names its next page in a `Link` header. */
  paged?: true
  /** Creates a record: takes an `Idempotency-Key`. */
  creates?: true
  /** Stores files before it creates the record, so its handler calls `http.once` itself. An upload always does. */
  storesFiles?: true
  /**
   * About a record with a version, which the response contains as `ETag`. A call that changes the record takes an
   * `If-Match` and is refused if that names another version.
   */
  versioned?: 'shown' | 'changed'
  /** The record is below another one but has its own version. Otherwise a change is one of the record above. */
  hasOwnVersion?: true
  /** Called by a machine whose request proves itself, by a signature or its address: the handler receives the raw bytes of the body. */
  raw?: true
  /** A GET that changes something, and so is refused from other sites like any write. */
  changesState?: true
  limit?: RateLimitName
  /** Available also while the account is scheduled for deletion. */
  whileClosing?: true
  /** Decides who can sign in, so it is refused unless the session began a few minutes ago. */
  needs?: 'recent sign-in'
}

/** The permitted callers: anyone, a signed-in freelancer, one who is an admin, or the holder of a secret link. */
export type Access = 'public' | 'account' | 'admin' | 'link'

/** The caller has a session. */
export const needsSession = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access === 'account' || access === 'admin'

export type RateLimitName = 'signIn' | 'demo'
/** The version that a change is based on; null for any version. */
export type IfMatch = number | null
/** Names the account that a page shows: a call is refused if the browser uses another one by now. */
export const ACCOUNT_HEADER = 'daybook-account'

export type EndpointTable = Record<string, Endpoint>

export function endpoints<const Table extends EndpointTable>(table: Table): Table {
  return table
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Wire<Schema> = Schema extends z.ZodType ? z.input<Schema> : never

type PartOf<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = E[Part] extends z.ZodType
  ? E[Part]
  : never

/** The input that the server's handler receives. */
export interface Input<E extends Endpoint> {
  params: Parsed<PartOf<E, 'params'>>
  query: Parsed<PartOf<E, 'query'>> & (E extends { paged: true } ? PageQuery : unknown)
  body: E extends { raw: true }
    ? Uint8Array
    : E extends { upload: object }
      ? IncomingFile
      : Parsed<PartOf<E, 'body'>>
  ifMatch: E extends { versioned: 'changed' } ? IfMatch : undefined
}

/** A file as a stream, and the size that its sender declared. */
export interface IncomingFile extends AsyncIterable<Uint8Array> {
  announcedBytes?: number | undefined
}

type Needed<Part extends string, Schema> = [Schema] extends [never]
  ? unknown
  : Partial<Record<never, never>> extends Wire<Schema>
    ? { [P in Part]?: Wire<Schema> }
    : { [P in Part]: Wire<Schema> }

/** The arguments that the browser passes, as they are sent. */
export type Arguments<E extends Endpoint> = Needed<'params', PartOf<E, 'params'>> &
  Needed<'query', PartOf<E, 'query'>> &
  Needed<'body', PartOf<E, 'body'>> &
  (E extends { paged: true } ? { query?: Partial<PageQuery> } : unknown) &
  (E extends { versioned: 'changed' } ? { ifMatch: IfMatch } : unknown) &
  (E extends { creates: true } ? { idempotencyKey?: string } : unknown)

export type Output<E extends Endpoint> = z.output<E['response']>

/** The response schema of an endpoint with `download`, and the body schema of one with `upload`. */
export const FileContent = z.string().meta({ format: 'binary' })

export interface Page<Item> {
  items: Item[]
  /** The cursor of the next page, or null at the end. */
  next: string | null
}

export const DEFAULT_PAGE_SIZE = 100
export const MAX_PAGE_SIZE = 500

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  cursor: z.string().max(500).optional(),
  q: z.string().trim().max(200).optional(),
})
export type PageQuery = z.output<typeof PageQuery>

/** Fills the braces of an endpoint's path. */
export function pathWith(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
