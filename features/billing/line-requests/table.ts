import type { Generated } from 'kysely'
import type { DocumentLine } from '#core/document-lines.ts'
import type { Identity, Json } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { LineAnswer } from './contract.ts'

/** Changes that clients request on single lines. Closed once the client decides on the invoice again. */
export interface LineRequestsTable {
  account_id: AccountId
  id: Identity
  invoice_id: number
  item_id: number
  /** The line as the client saw it. */
  line: Json<DocumentLine>
  note: string
  client_name: string
  requested_at: Date
  answer: LineAnswer | null
  answer_text: Generated<string>
  answered_at: Date | null
  closed_at: Date | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    line_requests: LineRequestsTable
  }
}
