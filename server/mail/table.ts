import type { Generated, Selectable } from 'kysely'
import type { Identity, Json } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { MailAttachment } from './attachment.ts'

/**
 * - queued: waiting to be sent, or for a retry
 * - sending: being handed to the mail server
 * - sent: the mail server accepted it
 * - failed: the mail server refused it, or there is none; it was not delivered
 * - uncertain: the connection was lost or this server stopped meanwhile. It is not sent again, since it may have arrived
 */
export const STATUSES = ['queued', 'sending', 'sent', 'failed', 'uncertain'] as const

export interface MailsTable {
  account_id: AccountId
  id: Identity
  message_id: string
  to_address: string
  cc_addresses: Generated<string[]>
  reply_to: string | null
  from_name: string | null
  subject: string
  content: Buffer | null
  /** Made when the mail is sent. */
  attachment: Json<MailAttachment> | null
  status: (typeof STATUSES)[number]
  reason: string | null
  attempts: Generated<number>
  /** The client that it was sent to, or is about. */
  client_id: number | null
  created_at: Date
  changed_at: Date
}

export type MailRow = Selectable<MailsTable>

declare module '#server/database/tables.ts' {
  interface Tables {
    mails: MailsTable
  }
}
