import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'

export const AuditAction = z.enum([
  'signed_in',
  'signed_out',
  'session_ended',
  'other_sessions_ended',
  'data_exported',
  'portal_link_created',
  'portal_link_renewed',
  'portal_link_revoked',
  'portal_link_restored',
  'stripe_connected',
  'stripe_disconnected',
  'bank_details_changed',
  'client_address_changed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'sign_in_method_removed',
  'deletion_requested',
  'deletion_cancelled',
])
export type AuditAction = z.output<typeof AuditAction>

export const AuditEvent = z.object({
  id: z.int(),
  action: AuditAction,
  actor: z.enum(['user', 'client', 'system']).meta({ description: 'Who did it; system is Daybook itself.' }),
  address: z.string().nullable().meta({ description: 'The IP address of the request.' }),
  device: z.string().nullable(),
  client_id: z.int().nullable(),
  client_name: z.string().nullable().meta({ description: 'Null once the client has been removed.' }),
  created_at: Instant,
})
export type AuditEvent = z.output<typeof AuditEvent>

/** One change of a record in words. */
export const HistoryEntry = z.object({
  id: z.int(),
  at: Instant,
  actor: AuditEvent.shape.actor,
  title: z.string().meta({ example: 'Payment entered' }),
  changes: z.array(
    z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

export const auditApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/account/audit',
    access: 'account',
    summary:
      'Sign-ins, sign-outs, ways to sign in, exports, portal links, and changes of where money and emails go, newest first',
    response: z.array(AuditEvent),
    paged: true,
  },
})
