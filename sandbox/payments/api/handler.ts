import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'
import { BodyTooLarge, readBody } from '../body.ts'
import type { Ledger } from '../ledger.ts'
import { ApiError, invalid } from './errors.ts'
import { parseForm } from './form.ts'
import { connectedAccount } from './found.ts'
import { type Answer, fingerprintOf, type IdempotentRequest, remember, remembered } from './idempotency.ts'
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
    answerTo(options, request)
      .catch((error: unknown) => failure(options, error))
      .then(({ status, body }) => {
        response
          .writeHead(status, {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'cache-control': 'no-store',
            'stripe-should-retry': 'false',
          })
          .end(body)
      })
      .catch((error: unknown) => {
        options.log('response could not be sent', { error })
        response.destroy()
      })
  }
}

async function answerTo(options: ApiOptions, request: IncomingMessage): Promise<Answer> {
  authenticate(request, options.secretKey)
  const { method = 'GET', url = '/' } = request
  const target = URL.parse(url, 'http://sandbox')
  const route = target && routeOf(method, target.pathname)
  if (!route) {
    throw new ApiError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${target?.pathname ?? url}).`,
    })
  }
  const body = method === 'GET' ? '' : await formBody(request)
  const encoded = [target.search.slice(1), body].filter(Boolean).join('&')
  options.ledger.catchUp()
  const owner = headerOf(request, 'stripe-account') ?? null
  if (owner !== null) connectedAccount(options.ledger.store, owner)
  const key = method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
  const once =
    key === undefined
      ? undefined
      : {
          // Accounts do not share keys.
          key: owner === null ? key : `${owner} ${key}`,
          fingerprint: fingerprintOf(target.pathname, encoded),
        }
  const before = once && remembered(options.db, once, options.ledger.realNow())
  return before ?? execute({ ...options, ledger: options.ledger.forOwner(owner) }, route, encoded, once)
}

/** Parameters are validated first, so that a request refused because of them does not use up its key. */
function execute(
  { db, ledger }: ApiOptions,
  { endpoint, id }: Route,
  encoded: string,
  once: IdempotentRequest | undefined,
): Answer {
  const parameters = parseParameters(endpoint.parameters, parseForm(encoded))
  const keep = (answer: Answer) => {
    if (once) remember(db, once, answer, ledger.realNow())
    return answer
  }
  const run = endpoint.method === 'GET' ? ledger.read : ledger.change
  try {
    return run((context) =>
      keep({ status: 200, body: JSON.stringify(endpoint.handle(context, id, parameters)) }),
    )
  } catch (error) {
    if (error instanceof ApiError) return keep(refused(error))
    throw error
  }
}

function refused({ status, body }: ApiError): Answer {
  return { status, body: JSON.stringify({ error: body }) }
}

function failure({ log }: ApiOptions, error: unknown): Answer {
  if (error instanceof ApiError) return refused(error)
  if (error instanceof BodyTooLarge) {
    return refused(new ApiError(413, { type: 'invalid_request_error', message: error.message }))
  }
  log('payment sandbox failed', { error })
  return refused(
    new ApiError(500, { type: 'api_error', message: 'The payment sandbox failed. See the log.' }),
  )
}

function authenticate(request: IncomingMessage, secretKey: string): void {
  const given = headerOf(request, 'authorization') ?? ''
  if (timingSafeEqual(digest(given), digest(`Bearer ${secretKey}`))) return
  throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API key provided.' })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
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
