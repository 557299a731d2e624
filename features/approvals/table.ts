import type { Identity, Json } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Verdict } from './contract.ts'

export type SubjectType = 'invoice' | 'deliverable'

/** What clients decided. Append-only. */
export interface DecisionsTable {
  account_id: AccountId
  id: Identity
  subject_type: SubjectType
  subject_id: number
  /** For a subject with versions, each of which is decided on once. */
  version: number | null
  client_id: number
  client_name: string
  portal_access_id: number
  decision: Verdict
  feedback: string
  /** A copy of what was decided on. */
  content: Json<unknown>
  decided_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    decisions: DecisionsTable
  }
}
