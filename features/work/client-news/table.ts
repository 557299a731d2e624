import type { Generated } from 'kysely'
import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** News that a client or contacts have neither seen nor been mailed about: a submitted deliverable or a comment. */
export interface ClientNewsTable {
  account_id: AccountId
  id: Identity
  client_id: number
  project_id: number
  deliverable_id: number | null
  comment_id: number | null
  created_at: Date
  /** By the client's own links; contacts have theirs. */
  seen_by_client: Generated<boolean>
  seen_by_contacts: Generated<number[]>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    client_news: ClientNewsTable
  }
}
