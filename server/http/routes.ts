import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import {
  type Endpoint,
  type EndpointTable,
  type IncomingFile,
  type Input,
  needsSession,
  type Output,
  type Page,
  PageQuery,
} from '#core/endpoint.ts'
import { ErrorBody } from '#core/errors.ts'
import type { Clock } from '#server/config/clock.ts'
import type { RateLimits } from '#server/config/settings.ts'
import { type Caller, type Context, contextFor, type PublicContext } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { tooLarge } from '#server/files/meter.ts'
import { mayCompress } from '#server/http/compression.ts'
import { type SessionCookie, sessionCookiesIn } from '#server/http/cookies.ts'
import { type Download, sendDownload } from '#server/http/download.ts'
import { EventStreams, type Watched } from '#server/http/event-stream.ts'
import { once } from '#server/http/idempotency.ts'
import { limitFor } from '#server/http/rate-limits.ts'
import { entityTagOf, ifMatchOf } from '#server/http/version.ts'
import type { Services } from '#server/services.ts'

type ContextOf<E extends Endpoint> = E extends { access: 'public' } ? PublicContext : Context
type ResultOf<E extends Endpoint> = E extends { paged: true }
  ? Page<Output<E>[number & keyof Output<E>]>
  : E extends { download: string }
    ? Download
    : E extends { events: true }
      ? Watched<Output<E>>
      : Output<E>

export type Handler<E extends Endpoint> = (
  ctx: ContextOf<E>,
  input: Input<E>,
  http: Http,
) => Promise<ResultOf<E>> | ResultOf<E>

/** All that a handler sees of HTTP. */
export interface Http {
  once: Once
  origin: string
  secure: boolean
  header(name: string): string | undefined
  signedCookie(name: string): string | undefined
  /** The caller's session cookies, in the order in which they count. */
  sessionCookies: SessionCookie[]
  setCookie(name: string, value: string, options: CookieSerializeOptions): void
  clearCookie(name: string, options: CookieSerializeOptions): void
  /** Throws when an IP address guesses too many codes. */
  countUnknownCredential(): Promise<void>
}

/**
 * For a creation that stores files: creates the record, unless a request with the same `Idempotency-Key` and content did. Any
 * other creation is one transaction as a whole; files are stored first, outside of one.
 */
export type Once = <Result>(
  ctx: Context,
  /** The hash of the uploaded file; null without one. */
  content: string | null,
  create: (ctx: Context) => Promise<Result>,
) => Promise<Result>

interface Route {
  endpoint: Endpoint
  handle: (ctx: Context, input: Input<Endpoint>, http: Http) => unknown
}

/** Combines an endpoint table with its handlers. */
export function routes<Table extends EndpointTable>(
  table: Table,
  handlers: { [Name in keyof Table]: Handler<Table[Name]> },
): Route[] {
  return Object.entries(table).map(([name, endpoint]) => ({
    endpoint,
    handle: handlers[name] as Route['handle'],
  }))
}

/** Identifies the caller, or throws. */
export type Authenticate = (
  base: PublicContext,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Caller>

export interface RouteDependencies {
  db: Db
  clock: Clock
  services: Services
  limits: RateLimits
  authenticate: Record<Exclude<Endpoint['access'], 'public'>, Authenticate>
  /** Watches if the caller's session is still open. */
  watchSession(ctx: Context, clock: Clock): Watched<boolean>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    context: PublicContext | Context | null
    /** The origin under which the browser reached this server. */
    ownOrigin: string
  }
}

export function registerRoutes(app: FastifyInstance, routes: Route[], dependencies: RouteDependencies): void {
  app.decorateRequest('context', null)
  const streams = new EventStreams(app)
  for (const route of routes) {
    const options = toFastify(route, streams, dependencies)
    if (route.endpoint.raw || route.endpoint.upload) registerUnparsed(app, options, route.endpoint)
    else app.route(options)
  }
}

/** Takes a body of any content type: as bytes, or as a stream where it is an upload. */
function registerUnparsed(app: FastifyInstance, options: RouteOptions, { upload }: Endpoint): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    if (upload) scope.addContentTypeParser('*', (_request, stream, done) => done(null, stream))
    else scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    scope.route(options)
  })
}

function toFastify(
  { endpoint, handle }: Route,
  streams: EventStreams,
  { clock, authenticate, watchSession, limits, ...shared }: RouteDependencies,
): RouteOptions {
  return {
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: schemaOf(endpoint),
    ...(mayCompress(endpoint) && { compress: {} }),
    config: {
      endpoint,
      ...(endpoint.limit && limitFor(endpoint.limit, limits)),
      changesState: endpoint.changesState,
      ...(endpoint.raw && { machineToMachine: true }),
      ...(endpoint.upload && { upload: true }),
    },
    onRequest: async (request, reply) => {
      const base = {
        ...shared,
        now: clock.now(),
        address: addressOf(request),
        signal: endpoint.download ? request.signal : undefined,
        log: request.log,
      }
      // The browser measures time by it.
      reply.header('date', base.now.toUTCString())
      request.context =
        endpoint.access === 'public'
          ? base
          : contextFor(await authenticate[endpoint.access](base, request, reply), base)
    },
    handler: async (request, reply) => {
      const ctx = request.context as Context
      const body = bodyOf(request, reply, endpoint)
      const ifMatch = endpoint.versioned === 'changed' ? ifMatchOf(request.headers['if-match']) : undefined
      const input = { params: request.params, query: request.query, body, ifMatch } as Input<Endpoint>
      const run = async (inner: Context) => handle(inner, input, httpOf(request, reply, endpoint))
      reply.status(endpoint.status ?? 200)
      if (endpoint.download)
        return sendDownload((await run(ctx)) as Download, endpoint.download, request, reply)
      if (endpoint.events) {
        const watched = (await run(ctx)) as Watched<unknown>
        const session = watchSession(ctx, clock)
        return streams.send(ctx.accountId, session, watched, endpoint.response, request, reply)
      }
      if (endpoint.paged) return sendPage((await run(ctx)) as Page<unknown>, request, reply)
      const answer = await (endpoint.creates && !endpoint.upload && !endpoint.storesFiles
        ? once(ctx, request, endpoint.response, run)
        : run(ctx))
      const tag = endpoint.versioned && entityTagOf(answer)
      if (tag) reply.header('etag', tag)
      return answer
    },
  }
}

/** Behind a proxy the address comes from a header, which may contain anything. */
const addressOf = ({ ip }: FastifyRequest): string | null =>
  isIP(ip) ? ip.slice(0, MAX_ADDRESS_LENGTH) : null

/** An IPv6 address in full, with a zone. */
const MAX_ADDRESS_LENGTH = 64

function schemaOf(endpoint: Endpoint) {
  const query = endpoint.paged ? PageQuery.extend(endpoint.query?.shape ?? {}) : endpoint.query
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.replace(/^\/api/, '').split('/')[1] ?? ''],
    ...(endpoint.description && { description: endpoint.description }),
    ...(endpoint.params && { params: endpoint.params }),
    ...(query && { querystring: query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.upload && { body: UploadContent, consumes: ['application/octet-stream'] }),
    ...(!needsSession(endpoint) && { security: [] }),
    response: { [endpoint.status ?? 200]: responseOf(endpoint), default: ErrorBody },
  }
}

const UploadContent = z.any().meta({ type: 'string', format: 'binary' })

function bodyOf(request: FastifyRequest, reply: FastifyReply, { upload, raw }: Endpoint): unknown {
  if (upload) return uploadOf(request, reply, upload.limitBytes)
  return raw ? (request.body ?? new Uint8Array()) : request.body
}

/** Refuses an upload whose `Content-Length` is too large. One without is refused while it is read. */
function uploadOf(request: FastifyRequest, reply: FastifyReply, limitBytes: number): IncomingFile {
  const announced = request.headers['content-length']
  const announcedBytes = announced === undefined ? undefined : Number(announced)
  if (announcedBytes !== undefined && announcedBytes > limitBytes) throw tooLarge(limitBytes)
  const stream = (request.body as Readable | undefined) ?? Readable.from([])
  // Destroying the stream would close the connection on which the error is to be sent.
  const content = stream.iterator({ destroyOnReturn: false })
  // A refused file may be half read. The rest is thrown away, so that the connection can be used again.
  reply.raw.once('finish', async () => {
    await content.return?.()
    stream.resume()
  })
  return Object.assign(content, { announcedBytes })
}

function responseOf({ response, download, events }: Endpoint) {
  const type = events ? 'text/event-stream' : download
  return type ? { content: { [type]: { schema: response } } } : response
}

function sendPage(page: Page<unknown>, request: FastifyRequest, reply: FastifyReply): unknown[] {
  if (page.next !== null) {
    const url = new URL(request.url, request.ownOrigin)
    url.searchParams.set('cursor', page.next)
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return page.items
}

function httpOf(request: FastifyRequest, reply: FastifyReply, { response }: Endpoint): Http {
  const secure = request.ownOrigin.startsWith('https:')
  return {
    origin: request.ownOrigin,
    secure,
    once: (ctx, content, create) => once(ctx, request, response, create, content),
    header: (name) => request.headers[name]?.toString(),
    sessionCookies: sessionCookiesIn(request.cookies, secure),
    signedCookie: (name) => {
      const { valid, value } = request.unsignCookie(request.cookies[name] ?? '')
      return valid ? value : undefined
    },
    setCookie: (name, value, options) => void reply.setCookie(name, value, options),
    clearCookie: (name, options) => void reply.clearCookie(name, options),
    countUnknownCredential: () => request.countUnknownCredential(),
  }
}
