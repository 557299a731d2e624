import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'
import Stripe from 'stripe'
import { BodyTooLarge, readBody } from '../body.ts'
import type { Ledger } from '../ledger.ts'
import { newId } from '../objects/ids.ts'
import { present } from '../objects/present.ts'
import type { Owner } from '../state/store.ts'
import { ApiError, invalid, noAccess } from './errors.ts'
import { expandAll } from './expand.ts'
import { parseForm } from './form.ts'
import { type Answer, fingerprintOf, remember, remembered } from './idempotency.ts'
import { parseParameters } from './params.ts'
import { type Route, routeOf } from './routes.ts'

export interface ApiOptions {
  db: DatabaseSync
  ledger: Ledger
  secretKey: string
  log: (message: string, details: object) => void
}

export function createApi(options: ApiOptions): RequestListener {
  return (request, response) => {
    const requestId = newId('request')
    answerTo(options, request, requestId)
      .catch((error: unknown) => failure(options, error, requestId))
      .then((answer) => send(response, request, requestId, answer))
      .catch((error: unknown) => {
        options.log('response could not be sent', { requestId, error })
        response.destroy()
      })
  }
}

interface Reply extends Answer {
  replayedFrom?: string
}

async function answerTo(options: ApiOptions, request: IncomingMessage, requestId: string): Promise<Reply> {
  authenticate(request, options.secretKey)
  checkVersion(request)
  const { method = 'GET', url = '/' } = request
  const target = URL.parse(url, 'http://sandbox')
  const route = target && routeOf(method, target.pathname)
  if (!route) {
    throw new ApiError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${target?.pathname ?? url}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    })
  }
  const { pathname, search } = target
  const encoded = [search.slice(1), method === 'GET' ? '' : await formBody(request)].filter(Boolean).join('&')
  options.ledger.catchUp()
  const ledger = options.ledger.forOwner(ownerOf(request, options.ledger))
  const key = method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
  const fingerprint = fingerprintOf(method, pathname, encoded)
  const before =
    key === undefined
      ? undefined
      : remembered(options.db, keyOf(ledger.store.owner, key), fingerprint, ledger.realNow())
  if (before) return { status: before.status, body: before.body, replayedFrom: before.requestId }
  return execute({ ...options, ledger }, route, encoded, requestId, key, fingerprint)
}

/** For whom the platform makes the request: for a connected account, or for itself. */
function ownerOf(request: IncomingMessage, { store }: Ledger): Owner {
  const id = headerOf(request, 'stripe-account')
  if (id === undefined) return null
  const account = store.find('account', id)
  if (!account || account.disconnected) throw noAccess(id)
  return id
}

/** Accounts do not share idempotency keys. */
const keyOf = (owner: Owner, key: string): string => (owner === null ? key : `${owner} ${key}`)

/** Parameters are validated first, so that a request refused because of them does not use up its key. */
function execute(
  { db, ledger }: ApiOptions,
  { endpoint, ids }: Route,
  encoded: string,
  requestId: string,
  key: string | undefined,
  fingerprint: string,
): Answer {
  const given = parseParameters(endpoint.parameters, parseForm(encoded))
  const keep = (answer: Answer) => {
    if (key !== undefined) {
      const { owner } = ledger.store
      remember(db, keyOf(owner, key), fingerprint, { ...answer, requestId }, ledger.realNow())
    }
    return answer
  }
  const request = { id: requestId, idempotency_key: key ?? null }
  if (endpoint.method === 'GET') {
    return ledger.read((context) =>
      succeeded(expandAll(context.store, present(endpoint.handle(context, ids, given)), given.expand)),
    )
  }
  try {
    return ledger.change((context) => {
      try {
        const object = present(endpoint.handle(context, ids, given))
        return keep(succeeded(expandAll(context.store, object, given.expand)))
      } catch (error) {
        if (error instanceof ApiError && error.keepsChanges) return keep(refused(error))
        throw error
      }
    }, request)
  } catch (error) {
    if (error instanceof ApiError) return keep(refused(error))
    throw error
  }
}

function succeeded(object: object): Answer {
  return { status: 200, body: JSON.stringify(object, null, 2) }
}

function refused(error: ApiError): Answer {
  return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2) }
}

function failure({ log }: ApiOptions, error: unknown, requestId: string): Reply {
  if (error instanceof ApiError) return refused(error)
  if (error instanceof BodyTooLarge) {
    return refused(new ApiError(413, { type: 'invalid_request_error', message: error.message }))
  }
  log('payment sandbox failed', { requestId, error })
  return refused(
    new ApiError(500, {
      type: 'api_error',
      message: 'An unknown error occurred in the payment sandbox; its log has the request id.',
    }),
  )
}

function send(response: ServerResponse, request: IncomingMessage, requestId: string, reply: Reply): void {
  const key = headerOf(request, 'idempotency-key')
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(reply.body),
    'cache-control': 'no-cache, no-store',
    'request-id': requestId,
    'stripe-version': Stripe.API_VERSION,
    'stripe-should-retry': 'false',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(reply.replayedFrom === undefined
      ? {}
      : { 'idempotent-replayed': 'true', 'original-request': reply.replayedFrom }),
  })
  response.end(reply.body)
}

function authenticate(request: IncomingMessage, secretKey: string): void {
  const given = /^Bearer (.+)$/.exec(headerOf(request, 'authorization') ?? '')?.[1]
  if (given === undefined) {
    throw new ApiError(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  }
  if (!timingSafeEqual(digest(given), digest(secretKey))) {
    const shown = `${given.slice(0, 8)}${'*'.repeat(Math.max(0, given.length - 12))}${given.slice(-4)}`
    throw new ApiError(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${given.length < 16 ? '****' : shown}`,
    })
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function checkVersion(request: IncomingMessage): void {
  const version = headerOf(request, 'stripe-version')
  if (version === undefined || version === Stripe.API_VERSION) return
  throw invalid(`The payment sandbox speaks the API version ${Stripe.API_VERSION} only, not ${version}.`)
}

async function formBody(request: IncomingMessage): Promise<string> {
  const body = await readBody(request)
  const type = headerOf(request, 'content-type') ?? ''
  if (body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    throw invalid('Invalid request: the request body must be sent as application/x-www-form-urlencoded.')
  }
  return body
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
