import { z } from 'zod'
import { Instant, OptionalDate } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { ById, Id, OptionalId, Secret } from '#core/schemas.ts'

export const DEFAULT_DAYS = 30
export const MAX_DAYS = 730

export const PortalAccessStatus = z.enum(['active', 'expired', 'revoked'])
export type PortalAccessStatus = z.output<typeof PortalAccessStatus>

export const PortalAccess = z.object({
  id: z.int(),
  url: Secret.nullable().meta({ description: 'The address that the client opens. Null once it is revoked.' }),
  status: PortalAccessStatus,
  contact_id: z.int().nullable().meta({ description: "Whose link it is; null for the client's own." }),
  contact_name: z.string().nullable().meta({ description: 'Empty once the contact is removed.' }),
  contact_email: z.string().nullable(),
  created_at: Instant,
  expires_at: Instant,
  revoked_at: Instant.nullable(),
  last_seen_at: Instant.nullable(),
  mailed_at: Instant.nullable(),
})
export type PortalAccess = z.output<typeof PortalAccess>

/** The client that a link is for, or a contact of that client. */
export interface LinkHolder {
  /** The client's. */
  id: number
  name: string
  email: string
}

export const PortalAccessInput = z
  .object({
    contact_id: OptionalId.meta({ description: "Who it is for; the client's own link if left out." }),
    expires_on: OptionalDate.meta({
      description: `The last day on which it works, ${DEFAULT_DAYS} days from today if left out.`,
    }),
  })
  .nullish()
  .transform((input) => ({ contact_id: input?.contact_id ?? null, expires_on: input?.expires_on ?? null }))
export type PortalAccessInput = z.output<typeof PortalAccessInput>
export type PortalAccessForm = z.input<typeof PortalAccessInput>

const RenewalInput = z
  .object({
    expires_on: OptionalDate.meta({
      description: `The new last day, ${DEFAULT_DAYS} days from today if left out.`,
    }),
  })
  .nullish()
  .transform((input) => ({ expires_on: input?.expires_on ?? null }))
export type RenewalInput = z.output<typeof RenewalInput>
export type RenewalForm = z.input<typeof RenewalInput>

const AccessParams = z.object({ id: Id, accessId: Id })

/**
 * `{id}` is the client's. Creating a link takes no Idempotency-Key, since the stored response would contain the token.
 */
export const portalAccessApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/clients/{id}/portal-access',
    access: 'account',
    summary: "The portal links of a client and the client's contacts, newest first",
    params: ById,
    response: z.array(PortalAccess),
  },
  create: {
    method: 'POST',
    path: '/api/clients/{id}/portal-access',
    access: 'account',
    summary: 'Create a portal link for a client or a contact',
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
    body: RenewalInput,
    response: PortalAccess,
  },
  mail: {
    method: 'POST',
    path: '/api/clients/{id}/portal-access/{accessId}/mail',
    access: 'account',
    summary: 'Email the link to the client or contact it is for',
    description: '409 if they have no email address or the link no longer works, 503 if mail is not set up.',
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
