import { z } from 'zod'
import { Instant, OptionalDate } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { ById, Id } from '#core/schemas.ts'

export const DEFAULT_DAYS = 30
export const MAX_DAYS = 730

export const PortalAccessStatus = z.enum(['active', 'expired', 'revoked'])
export type PortalAccessStatus = z.output<typeof PortalAccessStatus>

export const PortalAccess = z.object({
  id: z.int(),
  url: z
    .string()
    .nullable()
    .meta({ description: 'The address that the client opens. Null once it is revoked.' }),
  status: PortalAccessStatus,
  created_at: Instant,
  expires_at: Instant,
  revoked_at: Instant.nullable(),
  last_seen_at: Instant.nullable(),
  mailed_at: Instant.nullable(),
})
export type PortalAccess = z.output<typeof PortalAccess>

/** The client that a link is for. */
export interface LinkHolder {
  id: number
  name: string
  email: string
}

export const PortalAccessInput = z
  .object({
    expires_on: OptionalDate.meta({
      description: `The last day on which it works, ${DEFAULT_DAYS} days from today if left out.`,
    }),
  })
  .nullish()
  .transform((input) => ({ expires_on: input?.expires_on ?? null }))
export type PortalAccessInput = z.output<typeof PortalAccessInput>
export type PortalAccessForm = z.input<typeof PortalAccessInput>

const AccessParams = z.object({ id: Id, accessId: Id })

/**
 * `{id}` is the client's. Creating a link takes no Idempotency-Key, since the stored response would contain the token.
 */
export const portalAccessApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/clients/{id}/portal-access',
    access: 'account',
    summary: "A client's portal links, newest first",
    params: ById,
    response: z.array(PortalAccess),
  },
  create: {
    method: 'POST',
    path: '/api/clients/{id}/portal-access',
    access: 'account',
    summary: 'Create a portal link for a client',
    params: ById,
    body: PortalAccessInput,
    response: PortalAccess,
    status: 201,
  },
  renew: {
    method: 'POST',
    path: '/api/clients/{id}/portal-access/{accessId}/renew',
    access: 'account',
    summary: 'Extend or renew a portal link',
    params: AccessParams,
    body: PortalAccessInput,
    response: PortalAccess,
  },
  mail: {
    method: 'POST',
    path: '/api/clients/{id}/portal-access/{accessId}/mail',
    access: 'account',
    summary: 'Email the link to the client',
    description:
      '409 if the client has no email address or the link no longer works, 503 if mail is not set up.',
    params: AccessParams,
    response: PortalAccess.extend({ mailed_to: z.string() }),
  },
  revoke: {
    method: 'DELETE',
    path: '/api/clients/{id}/portal-access/{accessId}',
    access: 'account',
    summary: 'Revoke a portal link for good',
    params: AccessParams,
    response: PortalAccess,
  },
})
