import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

export interface PortalAccessTable {
  account_id: AccountId
  id: Identity
  client_id: number
  token_hash: Buffer
  /** The token, for its owner to copy again: readable only with this server's secret. */
  sealed_token: Buffer
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  last_seen_at: Date | null
  mailed_at: Date | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    portal_access: PortalAccessTable
  }
}
