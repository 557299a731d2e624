import { pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, bytes, id, instant } from '#server/database/columns.ts'
import type { Audience } from './rules.ts'

/** What was mailed in the last 24 hours. */
export const mailSends = pgTable('mail_sends', {
  accountId: accountId(),
  id: id(),
  addressHash: bytes('address_hash').notNull(),
  audience: text().notNull().$type<Audience>(),
  sentAt: instant('sent_at').notNull(),
})
