import type { Generated, GeneratedAlways } from 'kysely'
import type { Unit } from '#core/document-lines.ts'
import type { Identity, Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { CreditNoteStatus } from './contract.ts'

/** Currency, tax and parties are those of the invoice, which does not change once one was sent. */
export interface CreditNotesTable {
  account_id: AccountId
  id: Identity
  invoice_id: number
  client_id: number
  prefix: Generated<string>
  /** Null until it is sent. */
  number: number | null
  credit_note_number: GeneratedAlways<string>
  status: CreditNoteStatus
  reason: string
  issue_date: string
  subtotal: number
  discount_amount: number
  tax_amount: number
  total: number
  /** Null until it is sent. */
  home_total: number | null
  /** The corrected copy of the invoice. */
  correction_id: number | null
  sent_at: Date | null
  created_at: Date
  version: Version
}

export interface CreditNoteItemsTable {
  account_id: AccountId
  id: Identity
  credit_note_id: number
  /** That of its credit note. */
  invoice_id: number
  invoice_item_id: number | null
  position: number
  description: string
  quantity: number
  unit: Generated<Unit>
  rate: number
  amount: number
}

declare module '#server/database/tables.ts' {
  interface Tables {
    credit_notes: CreditNotesTable
    credit_note_items: CreditNoteItemsTable
  }
}
