import type { Generated } from 'kysely'
import type { Identity, Json } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ImportFormat, ImportSettings, ImportStatus, RecordCounts } from './contract.ts'
import type { ColumnFacts } from './rules/columns.ts'
import type { Source } from './rules/source.ts'

export interface ImportsTable {
  account_id: AccountId
  id: Identity
  file_name: string
  /** Null once the file was deleted. */
  file_sha256: string | null
  file_size: number | null
  source: Json<Source>
  format: ImportFormat
  columns: Json<ColumnFacts[]>
  settings: Json<ImportSettings>
  status: ImportStatus
  row_count: number
  /** Number of handled rows; written in the transaction that handles them. */
  rows_done: Generated<number>
  created: Json<RecordCounts>
  removed: Json<RecordCounts>
  duplicates: Generated<number>
  faults: Generated<number>
  error: string | null
  created_at: Date
  finished_at: Date | null
}

export interface ImportFaultsTable {
  account_id: AccountId
  import_id: number
  row_number: number
  message: string
  cells: Json<string[]>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    imports: ImportsTable
    import_faults: ImportFaultsTable
  }
}
