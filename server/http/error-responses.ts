import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody, ErrorCode } from '#core/errors.ts'
import { summarize } from '#core/field-error.ts'
import { isTransient } from '#server/database/transient.ts'
import {
  BadInput,
  HttpError,
  InvalidLink,
  NotFound,
  RateLimited,
  Unavailable,
  ValidationError,
} from '#server/errors.ts'
import { leadsToSecret } from '#server/http/secret-address.ts'

const RETRY_AFTER_SECONDS = 5

/** The one place where an error becomes a response. An unexpected error is logged; its response contains only its id. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    send(toHttpError(error), error, request, reply),
  )
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  // A secret address that matches no route gets the same response as any other invalid link.
  const error = leadsToSecret(request)
    ? new InvalidLink()
    : new NotFound(`No such endpoint: ${request.method} ${request.url.split('?')[0]}`)
  return send(error, error, request, reply)
}

/** For an address that the router cannot parse: broken escapes, a segment that is too long. No hook runs for it. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  return send(leadsToSecret(request) ? new InvalidLink() : toHttpError(error), error, request, reply)
}

function send(httpError: HttpError | undefined, error: Error, request: FastifyRequest, reply: FastifyReply) {
  const status = httpError?.status ?? 500
  if (!httpError && !hasDisconnected(request)) request.log.error({ err: error }, 'request failed')
  if (status === 503) request.log.warn({ reason: httpError?.message, cause: error.cause }, 'request refused')
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  if (httpError instanceof RateLimited) reply.header('retry-after', httpError.retryAfterSeconds)
  const body: ErrorBody = httpError
    ? { error: httpError.message, ...httpError.extra }
    : {
        error: `Something went wrong on our side. The error was logged as ${request.id}.`,
        code: 'internal_error',
      }
  return reply.status(status).type('application/json').serializer(JSON.stringify).send(body)
}

/** The caller closed the connection before the request was complete. */
const hasDisconnected = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

function toHttpError(error: FastifyError): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error)
  const dependency = fromDependencies(error)
  if (dependency) return dependency
  if (error.statusCode && error.statusCode < 500) {
    return new HttpError(error.statusCode, MESSAGES[error.statusCode] ?? error.message, {
      code: CODES[error.statusCode] ?? 'invalid_request',
    })
  }
  return undefined
}

const MESSAGES: Record<number, string> = {
  400: 'The request could not be read',
  413: 'The request is too large',
  414: 'This address is too long',
  415: 'Please send JSON',
  429: 'Too many attempts. Please wait a minute.',
}

const CODES: Record<number, ErrorCode> = {
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
}

interface InvalidRequest {
  validation: { instancePath: string; message?: string }[]
  validationContext?: string
}

function fromValidation({ validation, validationContext }: InvalidRequest): HttpError {
  if (validationContext === 'params') return new NotFound()
  const fields: Record<string, string> = {}
  for (const { instancePath, message } of validation) {
    fields[instancePath.split('/').filter(Boolean).join('.')] ??= message ?? 'Is not valid'
  }
  const { '': whole, ...named } = fields
  return whole === undefined ? new ValidationError(named) : new BadInput(summarize({ '': whole }))
}

/** Codes of the file system and of PostgreSQL. */
const DISK_FULL = /^(ENOSPC|EDQUOT|53100)$/

/** PostgreSQL's codes for input that no column can hold. */
const UNSTORABLE = new Set(['22003', '22021', '22P02', '22P05', '22007', '22008', '22009'])
function fromDependencies(error: Error): HttpError | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (UNSTORABLE.has(code))
      return new BadInput('Some of this cannot be stored. Please remove unusual characters.')
    if (DISK_FULL.test(code)) {
      return new Unavailable('There is no room left on the server to save this. Please try again later.')
    }
    if (isTransient(cause)) {
      return new Unavailable('Daybook cannot reach its database right now. Please try again in a moment.')
    }
  }
  return undefined
}
