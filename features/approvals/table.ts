import type { Identity, Json } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Verdict } from './contract.ts'

/** What clients decided. Only ever added to. */
export interface DecisionsTable {
  account_id: AccountId
  id: Identity
  deliverable_id: number | null
  version: number | null
  invoice_id: number | null
  client_id: number
  client_name: string
  portal_access_id: number
  decision: Verdict
  feedback: string
  /** What was decided on, as it was then. */
  subject: Json<unknown>
  decided_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    decisions: DecisionsTable
  }
}
