import { type ErrorBody, type ErrorCode, INVALID_LINK } from '#core/errors.ts'
import { summarize } from '#core/field-error.ts'

type Extra = Omit<ErrorBody, 'error'>

/** An error response with a message for people. `error-responses.ts` sends it. */
export class HttpError extends Error {
  readonly status: number
  readonly extra: Extra

  constructor(status: number, message: string, extra: Extra = {}) {
    super(message)
    this.name = new.target.name
    this.status = status
    this.extra = extra
  }
}

/** The reason for a refusal, in whole sentences. */
export const reasonOf = ({ message, extra }: HttpError): string =>
  [message, extra.details]
    .map((sentence) => sentence && `${sentence.replace(/\.$/, '')}.`)
    .filter(Boolean)
    .join(' ')

export class BadInput extends HttpError {
  constructor(message: string, extra: Extra = {}) {
    super(400, message, { code: 'invalid_request', ...extra })
  }
}

/** A message for each field, and the first of them as a sentence. */
export class ValidationError extends BadInput {
  constructor(fields: Record<string, string>, message = summarize(fields)) {
    super(message, { code: 'validation_failed', fields })
  }
}

export class NotSignedIn extends HttpError {
  constructor(message = 'Please sign in', extra: Extra = {}) {
    super(401, message, { code: 'unauthorized', ...extra })
  }
}

export class Forbidden extends HttpError {
  constructor(message: string, extra: Extra = {}) {
    super(403, message, { code: 'forbidden', ...extra })
  }
}

/** Missing or another account's: callers cannot tell which. */
export class NotFound extends HttpError {
  constructor(message = 'Not found', extra: Extra = {}) {
    super(404, message, { code: 'not_found', ...extra })
  }
}

/** One message for every portal link that does not open, whatever the reason. */
export class InvalidLink extends NotFound {
  /** Those who hold a link that worked before are told whom to ask for a new one. */
  constructor(contact?: ErrorBody['contact']) {
    super(INVALID_LINK, { code: 'invalid_link', ...(contact && { contact }) })
  }
}

export class Conflict extends HttpError {
  constructor(message: string, extra: Extra = {}) {
    super(409, message, { code: 'conflict', ...extra })
  }
}

export class RateLimited extends HttpError {
  readonly retryAfterSeconds: number

  constructor(
    retryAfterSeconds: number,
    message = 'Too many attempts. Please wait a minute.',
    code: ErrorCode = 'rate_limited',
  ) {
    super(429, message, { code })
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export class Unavailable extends HttpError {
  constructor(message: string, extra: Extra = {}) {
    super(503, message, { code: 'unavailable', ...extra })
  }
}
