import type { ErrorBody, ErrorCode } from '#core/errors.ts'

/** An answer that is not a success, in the server's words; `body.error` is empty where it gave none. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.error || `The server answered ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

/** A success that does not hold what its contract promises. */
export class UnreadableAnswer extends ApiError {
  constructor(status: number, cause: unknown) {
    super(status, { error: '' })
    this.name = 'UnreadableAnswer'
    this.message = 'The server’s response cannot be read'
    this.cause = cause
  }
}

/** Whether the server refused for one of these reasons. */
export const hasCode = (error: unknown, ...codes: ErrorCode[]): error is ApiError =>
  error instanceof ApiError && error.body.code !== undefined && codes.includes(error.body.code)
