import type { Actor } from '#server/context.ts'
import type { Identity, Json } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { AuditAction } from './contract.ts'

/** Sign-ins, shared access, exports, and changes of where money and emails go. Append-only. */
export interface AuditEventsTable {
  account_id: AccountId
  id: Identity
  action: AuditAction
  actor: Actor['type']
  address: string | null
  device: string | null
  client_id: number | null
  created_at: Date
}

/** Every change of money, kept by triggers of the database. Append-only. */
export interface ChangesTable {
  account_id: AccountId
  id: Identity
  /** The kind of record whose history it is part of. */
  subject: 'invoice' | 'expense' | 'time_entry' | 'project' | 'client' | 'business'
  subject_id: number
  /** The table of the changed row, and its id. */
  record: string
  record_id: number
  /** The changed columns; null if the row is new. */
  before: Json<Record<string, unknown>> | null
  /** Null if the row was deleted. */
  after: Json<Record<string, unknown>> | null
  actor: Actor['type']
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    audit_events: AuditEventsTable
    changes: ChangesTable
  }
}
