import { type ErrorBody, type ErrorCode, INVALID_LINK } from '#core/errors.ts'
import { summarize } from '#server/http/validation-messages.ts'

type Extra = Omit<ErrorBody, 'error'>

/** A request that is answered with a refusal that a person can read. Mapped to HTTP in one place. */
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

export class BadInput extends HttpError {
  constructor(message: string, extra: Extra = {}) {
    super(400, message, { code: 'invalid_request', ...extra })
  }
}

/** Said below each field, and of the first of them in one sentence. */
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

/** Not there, or not yours: the two are never told apart. */
export class NotFound extends HttpError {
  constructor(message = 'Not found', extra: Extra = {}) {
    super(404, message, { code: 'not_found', ...extra })
  }
}

/** Every portal link that does not open is answered alike, whatever the reason. */
export class InvalidLink extends NotFound {
  constructor() {
    super(INVALID_LINK, { code: 'invalid_link' })
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
