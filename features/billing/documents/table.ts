import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { EInvoiceSyntax } from './contract.ts'

export type DocumentFileFormat = 'pdf' | EInvoiceSyntax

/** The PDF and the XMLs of sealed invoices and of credit notes, rendered once. */
export interface DocumentFilesTable {
  account_id: AccountId
  id: Identity
  /** One of both is null. */
  invoice_id: number | null
  credit_note_id: number | null
  format: DocumentFileFormat
  file_sha256: string
  file_size: number
  file_type: string
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    document_files: DocumentFilesTable
  }
}
