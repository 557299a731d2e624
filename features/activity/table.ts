import { pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, id, instant } from '#server/columns.ts'
import type { ActivityType } from './contract.ts'

/** What happened, in the order it happened. Only ever added to. */
export const activities = pgTable('activities', {
  accountId: accountId(),
  id: id(),
  type: text().notNull().$type<ActivityType>(),
  title: text().notNull(),
  description: text().notNull(),
  createdAt: instant('created_at').notNull(),
})
