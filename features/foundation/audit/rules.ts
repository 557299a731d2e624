import type { AuditAction, AuditEvent } from './contract.ts'

const LABELS: Record<AuditAction, string> = {
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  session_ended: 'Session ended',
  other_sessions_ended: 'All other sessions ended',
  data_exported: 'Data exported',
  portal_link_created: 'Portal link created',
  portal_link_renewed: 'Portal link renewed',
  portal_link_revoked: 'Portal link revoked',
  portal_link_restored: 'Portal link restored',
  stripe_connected: 'Stripe connected',
  stripe_disconnected: 'Stripe disconnected',
  bank_details_changed: 'Bank details changed',
  client_address_changed: 'Email address changed',
  deletion_requested: 'Account deletion requested',
  deletion_cancelled: 'Account deletion cancelled',
}

/** "Portal link created for Studio North" */
export function auditLabel({ action, client_id, client_name }: AuditEvent): string {
  const label = LABELS[action]
  return client_id === null ? label : `${label} for ${client_name ?? 'a removed client'}`
}

const ACTORS: Record<AuditEvent['actor'], string> = { user: 'You', client: 'Your client', system: 'Daybook' }

/** "You · Chrome on macOS · 192.0.2.7" */
export const auditSource = ({ actor, device, address }: AuditEvent): string =>
  [ACTORS[actor], device, address].filter(Boolean).join(' · ')
