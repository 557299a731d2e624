import { expect } from 'vitest'
import { ErrorBody, type ErrorCode } from '#core/errors.ts'
import type { RawAnswer } from './raw-http.ts'

interface Refusal {
  status: number
  body: { code: ErrorCode }
}

/** The answer to a refused call, for `toMatchObject`. */
export const FORBIDDEN: Refusal = { status: 403, body: { code: 'forbidden' } }
export const NOT_FOUND: Refusal = { status: 404, body: { code: 'not_found' } }
export const INVALID_LINK: Refusal = { status: 404, body: { code: 'invalid_link' } }
export const UNAUTHORIZED: Refusal = { status: 401, body: { code: 'unauthorized' } }
export const UNAVAILABLE: Refusal = { status: 503, body: { code: 'unavailable' } }
export const CONFLICT: Refusal = { status: 409, body: { code: 'conflict' } }

/** A refusal with the message of one field, however many others it names. */
export const invalidField = (field: string, message: unknown = expect.any(String)) => ({
  status: 400,
  body: { code: 'validation_failed', fields: { [field]: message } },
})

/** All fields that the answer calls invalid. */
export function invalidFields({ status, body }: { status: number; body: unknown }): string[] {
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  return Object.keys(ErrorBody.parse(body).fields ?? {})
}

/** The codes that a refusal of each status may have. */
const CODES: Record<number, ErrorCode[]> = {
  400: ['invalid_request', 'validation_failed'],
  401: ['unauthorized', 'session_ended'],
  403: [
    'account_closing',
    'client_limit_reached',
    'forbidden',
    'invoice_limit_reached',
    'plan_required',
    'project_limit_reached',
    'recent_sign_in_required',
    'sign_up_closed',
  ],
  404: ['invalid_link', 'not_found'],
  409: [
    'already_decided',
    'conflict',
    'decision_closed',
    'e_invoice_incomplete',
    'idempotency_key_reused',
    'invoice_being_revised',
    'project_cancelled',
    'project_deleted',
    'sealed',
    'timer_not_running',
    'version_conflict',
  ],
  413: ['storage_quota_exceeded', 'too_large'],
  414: ['invalid_request'],
  415: ['unsupported_media_type'],
  416: ['invalid_request'],
  429: ['mail_limit_reached', 'pdf_limit_reached', 'rate_limited', 'upload_limit_reached'],
}

/** Faults of a refusal itself: an unexpected status, or a body that is not what the API describes. */
export function faultsOfRefusal({
  status,
  type,
  body,
}: Pick<RawAnswer, 'status' | 'type' | 'body'>): string[] {
  const codes = CODES[status]
  if (!codes) return [`answered ${status}: ${body}`]
  if (!type.startsWith('application/json')) return [`answered ${status} as ${type}`]
  const { success, data } = ErrorBody.strict().safeParse(JSON.parse(body))
  if (!success) return [`answered ${status} with another body than ErrorBody: ${body}`]
  return data.code && codes.includes(data.code) && data.error !== ''
    ? []
    : [`answered ${status} with ${body}`]
}
