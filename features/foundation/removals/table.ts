import type { Identity, Json } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** Deleted records, kept for a day. */
export interface RemovalsTable {
  account_id: AccountId
  id: Identity
  kind: string
  /** The data for undoing it besides the rows. */
  data: Json<unknown>
  /** The deleted rows by table. */
  rows: Json<Record<string, object[]>>
  removed_at: Date
  restored_at: Date | null
}

/** The files that the rows of a removal name. */
export interface RemovedFilesTable {
  account_id: AccountId
  removal_id: number
  file_sha256: string
  file_size: number
}

declare module '#server/database/tables.ts' {
  interface Tables {
    removals: RemovalsTable
    removed_files: RemovedFilesTable
  }
}
