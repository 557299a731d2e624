import type { ErrorBody, ErrorCode } from '#core/errors.ts'

/** An error response of the server. `body.error` is empty if the response had no text. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.error || `The server responded with ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

/** A successful response that does not match its contract. */
export class InvalidResponse extends ApiError {
  constructor(status: number, cause: unknown) {
    super(status, { error: '' })
    this.name = 'InvalidResponse'
    this.message = 'The server’s response is invalid'
    this.cause = cause
  }
}

/** True if the server refused with one of these codes. */
export const hasCode = (error: unknown, ...codes: ErrorCode[]): error is ApiError =>
  error instanceof ApiError && error.body.code !== undefined && codes.includes(error.body.code)
