import { expect } from 'vitest'
import { ErrorBody, type ErrorCode } from '#core/errors.ts'

interface Refusal {
  status: number
  body: { code: ErrorCode }
}

/** What a refused call answers, for `toMatchObject`. */
export const NOT_FOUND: Refusal = { status: 404, body: { code: 'not_found' } }
export const INVALID_LINK: Refusal = { status: 404, body: { code: 'invalid_link' } }
export const UNAUTHORIZED: Refusal = { status: 401, body: { code: 'unauthorized' } }
export const UNAVAILABLE: Refusal = { status: 503, body: { code: 'unavailable' } }
export const CONFLICT: Refusal = { status: 409, body: { code: 'conflict' } }

/** The same with what it says of one field, however many others it names. */
export const invalidField = (field: string, message: unknown = expect.any(String)) => ({
  status: 400,
  body: { code: 'validation_failed', fields: { [field]: message } },
})

/** All fields that the answer calls invalid. */
export function invalidFields({ status, body }: { status: number; body: unknown }): string[] {
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  return Object.keys(ErrorBody.parse(body).fields ?? {})
}
