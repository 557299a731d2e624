type ErrorType = 'api_error' | 'idempotency_error' | 'invalid_request_error'

export interface ErrorBody {
  type: ErrorType
  message: string
  code?: string | undefined
  param?: string | undefined
}

export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function invalid(message: string, param?: string, code?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, code, param })
}

/** 404 if the id is in the path, 400 if it is in a parameter. */
export function noSuch(kind: string, id: string, param = 'id'): ApiError {
  return new ApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

/** Also for an account that has never existed, so that nobody learns which do. */
export function noAccess(account: string): ApiError {
  return new ApiError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
  })
}
