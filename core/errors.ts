import { z } from 'zod'

/** For programs. The sentence beside it is for people and may change. */
export const ErrorCode = z.enum([
  'account_changed',
  'account_closing',
  'already_decided',
  'billed',
  'client_limit_reached',
  'conflict',
  'decision_closed',
  'e_invoice_incomplete',
  'forbidden',
  'idempotency_key_reused',
  'internal_error',
  'invalid_link',
  'invalid_request',
  'invoice_being_revised',
  'invoice_limit_reached',
  'mail_limit_reached',
  'mail_not_set_up',
  'not_found',
  'pdf_limit_reached',
  'pdf_timeout',
  'plan_required',
  'project_cancelled',
  'project_deleted',
  'project_limit_reached',
  'rate_limited',
  'recent_sign_in_required',
  'sealed',
  'session_ended',
  'setup_required',
  'sign_up_closed',
  'storage_quota_exceeded',
  'timer_not_running',
  'too_large',
  'unauthorized',
  'unavailable',
  'unsupported_media_type',
  'upload_limit_reached',
  'validation_failed',
  'version_conflict',
])
export type ErrorCode = z.output<typeof ErrorCode>

/** The body of every error response. */
export const ErrorBody = z.object({
  error: z.string().meta({ description: 'A sentence for people. It may change.' }),
  code: ErrorCode.optional().meta({ description: 'What is wrong, for programs. It is stable.' }),
  details: z.string().optional(),
  current: z.unknown().optional().meta({ description: 'The record as it is now, with `version_conflict`.' }),
  fields: z.record(z.string(), z.string()).optional().meta({ description: 'What is wrong, by field.' }),
  limit: z.int().optional().meta({ description: 'How many the plan allows, where that is the reason.' }),
  setupRequired: z.boolean().optional(),
  alternative: z
    .enum(['correct', 'credit', 'duplicate'])
    .optional()
    .meta({ description: 'What can be done instead, with `sealed`.' }),
  decision: z
    .object({ status: z.enum(['approved', 'rejected']), decided_at: z.iso.datetime() })
    .optional()
    .meta({ description: 'What was decided already, with a 409.' }),
  contact: z
    .object({ name: z.string(), email: z.string() })
    .optional()
    .meta({ description: 'Whom to ask for a new link, with `invalid_link`, if this one worked before.' }),
})
export type ErrorBody = z.output<typeof ErrorBody>

/** One message for every portal link that does not open, whatever the reason. */
export const INVALID_LINK = 'Invalid or expired access token'
