import type { ErrorBody } from '#core/errors.ts'
import { sentenceOf } from '#server/words.ts'

/** A request that is answered with a refusal that a person can read. Mapped to HTTP in one place. */
export class Refusal extends Error {
  readonly status: number
  readonly extra: Omit<ErrorBody, 'error'>

  constructor(status: number, message: string, extra: Omit<ErrorBody, 'error'> = {}) {
    super(message)
    this.name = new.target.name
    this.status = status
    this.extra = extra
  }
}

export class BadInput extends Refusal {
  constructor(message: string, fields?: Record<string, string>) {
    super(400, message, fields ? { fields } : {})
  }
}

/** Said below each field, and of the first of them in one sentence. */
export class BadFields extends BadInput {
  constructor(fields: Record<string, string>) {
    super(sentenceOf(fields), fields)
  }
}

export class NotSignedIn extends Refusal {
  constructor(message = 'Please sign in') {
    super(401, message)
  }
}

export class NotAllowed extends Refusal {
  constructor(message: string, details?: string) {
    super(403, message, details ? { details } : {})
  }
}

/** Not there, or not yours: the two are never told apart. */
export class NotFound extends Refusal {
  constructor(message = 'Not found') {
    super(404, message)
  }
}

export class Conflict extends Refusal {
  constructor(message: string, details?: string) {
    super(409, message, details ? { details } : {})
  }
}

export class TooMany extends Refusal {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(429, 'Too many tries. Please wait a minute.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export class Unavailable extends Refusal {
  constructor(message: string, extra: Omit<ErrorBody, 'error'> = {}) {
    super(503, message, extra)
  }
}
