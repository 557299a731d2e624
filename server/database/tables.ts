import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountId } from '#server/identity/account-id.ts'

/**
 * Every table by its name. A feature declares its own in its `table.ts`:
 * `declare module '#server/database/tables.ts' { interface Tables { clients: ClientsTable } }`
 */
export interface Tables {
  idempotency_keys: IdempotencyKeysTable
  stored_files: StoredFilesTable
  file_leases: FileLeasesTable
  request_counts: RequestCountsTable
}

interface IdempotencyKeysTable {
  account_id: AccountId
  key: string
  fingerprint: string
  path: string | null
  response: ColumnType<unknown, string | undefined, string>
  created_at: Date
}

interface StoredFilesTable {
  sha256: string
  unused_since: Date | null
}

interface FileLeasesTable {
  id: Identity
  sha256: string
  leased_at: Date
}

interface RequestCountsTable {
  key: Buffer
  count: number
  ends_at: Date
}

/** `bigint generated always as identity` */
export type Identity = GeneratedAlways<number>

/** Counts the changes of a row. Every update sets it to `nextVersion`. */
export type Version = Generated<number>

/** A `jsonb` column: read as a value, written as JSON text. */
export type Json<Value> = ColumnType<Value, string, string>
