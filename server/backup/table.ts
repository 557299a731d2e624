import type { Generated } from 'kysely'
import type { Identity } from '#server/database/tables.ts'

/** Either a file was written, or there is an error, in words. */
export interface BackupsTable {
  id: Identity
  created_at: Date
  file: string | null
  size: number | null
  /** Files that records name, and that were no longer in the store. */
  missing_files: Generated<number>
  error: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    backups: BackupsTable
  }
}
