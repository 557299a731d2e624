import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** Uploads in progress. */
export interface UploadSlotsTable {
  account_id: AccountId
  id: Identity
  /** By the clock of the database, when it last made progress. */
  seen_at: Date
}

/** Uploaded bytes, by the hour in which the upload began. */
export interface UploadHoursTable {
  account_id: AccountId
  hour: Date
  bytes: number
}

declare module '#server/database/tables.ts' {
  interface Tables {
    upload_slots: UploadSlotsTable
    upload_hours: UploadHoursTable
  }
}
