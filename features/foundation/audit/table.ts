import type { Actor } from '#server/context.ts'
import type { Identity } from '#server/database/tables.ts'
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

declare module '#server/database/tables.ts' {
  interface Tables {
    audit_events: AuditEventsTable
  }
}
