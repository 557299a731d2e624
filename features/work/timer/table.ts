import type { Generated } from 'kysely'
import type { Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** One row per account, which stays when the timer is stopped. */
export interface TimersTable {
  account_id: AccountId
  id: Generated<number>
  /** Null if the project was deleted while the timer ran. */
  project_id: number | null
  description: Generated<string>
  is_billable: Generated<boolean>
  /** Null while no timer runs. */
  started_at: Date | null
  /** The end of the last one. */
  stopped_at: Date | null
  /** The email that said it still runs. */
  reminded_at: Date | null
  version: Version
}

declare module '#server/database/tables.ts' {
  interface Tables {
    timers: TimersTable
  }
}
