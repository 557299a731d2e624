import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** What is new to the freelancer, or to whoever has a portal link. */
export interface UnreadTable {
  account_id: AccountId
  id: Identity
  /** Null for the freelancer. */
  access_id: number | null
  client_id: number
  project_id: number | null
  deliverable_id: number | null
  comment_id: number | null
  invoice_id: number | null
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    unread: UnreadTable
  }
}
