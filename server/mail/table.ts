import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, bytes, id, instant, reference } from '#server/database/columns.ts'

/**
 * - queued: waits for its turn, or for another try
 * - sending: handed to the mail server just now
 * - sent: the mail server took it
 * - failed: the mail server will not take it, or there is none; nobody got it
 * - uncertain: the connection or this server ended in the middle. It is not sent again, since it may have arrived
 */
export const STATUSES = ['queued', 'sending', 'sent', 'failed', 'uncertain'] as const

export const mails = pgTable('mails', {
  accountId: accountId(),
  id: id(),
  messageId: text('message_id').notNull(),
  toAddress: text('to_address').notNull(),
  replyTo: text('reply_to'),
  fromName: text('from_name'),
  subject: text().notNull(),
  content: bytes(),
  status: text({ enum: STATUSES }).notNull(),
  reason: text(),
  attempts: integer().notNull().default(0),
  /** The client that it was sent to, or speaks of. */
  clientId: reference('client_id'),
  createdAt: instant('created_at').notNull(),
  changedAt: instant('changed_at').notNull(),
})

export type MailRow = typeof mails.$inferSelect
