import type { ConnectionStatus } from '../contract.ts'

export interface StoredConnection {
  charges_enabled: boolean
  details_submitted: boolean
}

export function connectionStatus(connection: StoredConnection | undefined): ConnectionStatus {
  if (!connection) return 'none'
  if (connection.charges_enabled) return 'ready'
  return connection.details_submitted ? 'restricted' : 'incomplete'
}

/**
 * Open: can be paid. Closing: no longer what the invoice asks for, to be closed at the provider. Processing: paid by a slow
 * method. Failed: such a payment did not arrive. Closed: over without a payment.
 */
export type CheckoutState = 'open' | 'closing' | 'processing' | 'paid' | 'failed' | 'closed'
