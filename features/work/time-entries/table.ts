import type { Generated, GeneratedAlways } from 'kysely'
import type { Identity, Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

export interface TimeEntriesTable {
  account_id: AccountId
  id: Identity
  project_id: number
  description: string
  hours: number
  date: string
  is_billable: boolean
  is_billed: Generated<boolean>
  /** The line that bills it; null if it is billed elsewhere. */
  invoice_item_id: number | null
  rate: number | null
  rate_hours: Generated<number>
  /** The worth of imported time that no plausible rate explains; such time has no rate. */
  fixed_amount: number | null
  amount: GeneratedAlways<number | null>
  started_at: Date | null
  ended_at: Date | null
  search: string
  created_at: Date
  /** The import that created it. */
  import_id: number | null
  version: Version
}

declare module '#server/database/tables.ts' {
  interface Tables {
    time_entries: TimeEntriesTable
  }
}
