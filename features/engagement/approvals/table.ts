import type { Identity, Json } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Verdict } from './contract/decisions.ts'

export type SubjectType = 'invoice' | 'deliverable'

/** Clients' decisions. Append-only. */
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
  /** Opens the certificate, together with the account. */
  code: string
  /** The freelancer's business, as it was called then. */
  business_name: string
  /** The client for whom a contact decided; null if the link was the client's own. */
  on_behalf_of: string | null
  /** The IP address; null for decisions from before it was kept. */
  address: string | null
  link_created_at: Date | null
  /** The file that was decided on: of the version, or the invoice as PDF. */
  file_sha256: string | null
  file_name: string | null
  file_size: number | null
  file_type: string | null
  /** An invoice as it was decided on, until it is rendered as that file. */
  document: Json<unknown> | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    decisions: DecisionsTable
  }
}
