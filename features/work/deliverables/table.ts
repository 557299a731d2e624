import type { Generated } from 'kysely'
import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { DeliverableStatus } from './contract.ts'

/** The working copy. The client sees submitted versions only. */
export interface DeliverablesTable {
  account_id: AccountId
  id: Identity
  project_id: number
  title: string
  description: string
  link_url: string | null
  file_sha256: string | null
  file_name: string | null
  file_size: number | null
  file_type: string | null
  status: DeliverableStatus
  /** The newest submitted version; 0 before the first. */
  version: number
  /** In the project's currency. */
  fee: number | null
  is_billed: Generated<boolean>
  /** The line that bills the fee; null if it is billed elsewhere. */
  invoice_item_id: number | null
  position: number
  created_at: Date
}

/** Submitted versions, each with its client. Never changed. */
export interface DeliverableVersionsTable {
  account_id: AccountId
  deliverable_id: number
  version: number
  client_id: number
  title: string
  description: string
  link_url: string | null
  file_sha256: string | null
  file_name: string | null
  file_size: number | null
  file_type: string | null
  submitted_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    deliverables: DeliverablesTable
    deliverable_versions: DeliverableVersionsTable
  }
}
