import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** Sealed invoices, sent credit notes and their files, in the order in which they were issued. Append-only. */
export interface DocumentChainTable {
  account_id: AccountId
  id: Identity
  kind: 'invoice' | 'credit_note'
  /** That of the number series. */
  year: number
  /** Counted from 1 in each series. */
  position: number
  /** One of both is null. */
  invoice_id: number | null
  credit_note_id: number | null
  /** Null for the document itself. */
  format: string | null
  /** JSON, as it was hashed. */
  content: string
  /** Empty for the first. */
  previous_sha256: string
  sha256: string
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    document_chain: DocumentChainTable
  }
}
