import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody, ErrorCode } from '#core/errors.ts'
import {
  BadInput,
  HttpError,
  InvalidLink,
  NotFound,
  RateLimited,
  Unavailable,
  ValidationError,
} from '#server/http/errors.ts'
import { leadsToSecret } from '#server/http/secret-address.ts'
import { summarize } from '#server/http/validation-messages.ts'

const RETRY_AFTER_SECONDS = 5

/** The one place where an error becomes an answer. What is not foreseen says nothing but its id. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => send(understand(error), error, request, reply))
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  // A link so wrong that no route takes it is answered like any other that does not open.
  const error = leadsToSecret(request)
    ? new InvalidLink()
    : new NotFound(`There is no ${request.method} ${request.url.split('?')[0]}`)
  return send(error, error, request, reply)
}

/** An address that cannot be taken apart: broken escapes, a far too long segment. No hook runs for it. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  return send(leadsToSecret(request) ? new InvalidLink() : understand(error), error, request, reply)
}

function send(refusal: HttpError | undefined, error: Error, request: FastifyRequest, reply: FastifyReply) {
  const status = refusal?.status ?? 500
  if (!refusal && !hasHungUp(request)) request.log.error({ err: error }, 'request failed')
  if (status === 503) request.log.warn({ reason: refusal?.message, cause: error.cause }, 'request refused')
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  if (refusal instanceof RateLimited) reply.header('retry-after', refusal.retryAfterSeconds)
  const body: ErrorBody = refusal
    ? { error: refusal.message, ...refusal.extra }
    : { error: `Something went wrong on our side. It is recorded as ${request.id}.`, code: 'internal_error' }
  // Whatever a failed route prepared (a Link, a cookie) does not belong to the answer, so it is sent as it is.
  return reply.status(status).type('application/json').serializer(JSON.stringify).send(body)
}

/** In the middle of what was being sent: nobody waits for the answer, and nothing of ours is at fault. */
const hasHungUp = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

function understand(error: FastifyError): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error)
  const dependency = fromDependencies(error)
  if (dependency) return dependency
  if (error.statusCode && error.statusCode < 500) {
    return new HttpError(error.statusCode, WORDS[error.statusCode] ?? error.message, {
      code: CODES[error.statusCode] ?? 'invalid_request',
    })
  }
  return undefined
}

const WORDS: Record<number, string> = {
  400: 'The request could not be read',
  413: 'That is too large',
  414: 'This address is too long',
  415: 'Please send JSON',
  429: 'Too many attempts. Please wait a minute.',
}

const CODES: Record<number, ErrorCode> = {
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
}

interface ValidationFault {
  validation: { instancePath: string; message?: string }[]
  validationContext?: string
}

function fromValidation({ validation, validationContext }: ValidationFault): HttpError {
  if (validationContext === 'params') return new NotFound()
  const fields: Record<string, string> = {}
  for (const { instancePath, message } of validation) {
    fields[instancePath.split('/').filter(Boolean).join('.')] ??= message ?? 'Is not valid'
  }
  const { '': whole, ...named } = fields
  return whole === undefined ? new ValidationError(named) : new BadInput(summarize({ '': whole }))
}

/** The disk is full: of files, or of the database. */
const NO_ROOM = /^(ENOSPC|EDQUOT|53100)$/

/** PostgreSQL's own words for input that no column can hold, and for a server that is not there. */
const UNSTORABLE = new Set(['22003', '22021', '22P02', '22P05', '22007', '22008', '22009'])
const TRANSIENT =
  /^(08...|53...|57P0[1-5]|57014|40001|40P01|55P03|25P03|ECONN\w+|ENOTFOUND|ETIMEDOUT|EPIPE|ENOENT)$/
const PASSING_WORDS =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|query read timeout|not queryable/i

function fromDependencies(error: Error): HttpError | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (UNSTORABLE.has(code))
      return new BadInput('Some of this cannot be stored. Please remove unusual characters.')
    if (NO_ROOM.test(code)) {
      return new Unavailable('There is no room left on the server to save this. Please try again later.')
    }
    if (TRANSIENT.test(code) || PASSING_WORDS.test(cause.message)) {
      return new Unavailable('Daybook cannot reach its database right now. Please try again in a moment.')
    }
  }
  return undefined
}
