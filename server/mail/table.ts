import type { Generated, Selectable } from 'kysely'
import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/**
 * - queued: waits for its turn, or for another try
 * - sending: handed to the mail server just now
 * - sent: the mail server took it
 * - failed: the mail server refused it, or there is none; it was not delivered
 * - uncertain: the connection or this server ended in the middle. It is not sent again, since it may have arrived
 */
export const STATUSES = ['queued', 'sending', 'sent', 'failed', 'uncertain'] as const

export interface MailsTable {
  account_id: AccountId
  id: Identity
  message_id: string
  to_address: string
  reply_to: string | null
  from_name: string | null
  subject: string
  content: Buffer | null
  status: (typeof STATUSES)[number]
  reason: string | null
  attempts: Generated<number>
  /** The client that it was sent to, or speaks of. */
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
