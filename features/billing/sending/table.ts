import type { Json, Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ReminderRule, Thanks } from './contract/reminders.ts'

export interface ReminderSettingsTable {
  account_id: AccountId
  rules: Json<ReminderRule[]>
  thanks: Json<Thanks>
  version: Version
}

declare module '#server/database/tables.ts' {
  interface Tables {
    reminder_settings: ReminderSettingsTable
  }
}
