import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

export interface PortalAccessTable {
  account_id: AccountId
  id: Identity
  client_id: number
  /** The contact whose link it is; null for the client's own. */
  contact_id: number | null
  token_hash: Buffer
  /** The encrypted token, so that the freelancer can copy the link again. */
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
