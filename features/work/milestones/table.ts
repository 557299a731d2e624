import type { Generated } from 'kysely'
import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { MilestoneStatus } from './contract.ts'

export interface MilestonesTable {
  account_id: AccountId
  id: Identity
  project_id: number
  title: string
  description: string
  due_date: string | null
  status: MilestoneStatus
  completed_on: string | null
  /** In the project's currency. */
  fee: number | null
  is_billed: Generated<boolean>
  /** The line that bills the fee; null if it is billed elsewhere. */
  invoice_item_id: number | null
  position: number
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    milestones: MilestonesTable
  }
}
