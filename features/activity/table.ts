import { pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, id, instant, reference } from '#server/database/columns.ts'
import type { ActivitySubject, ActivityType } from './contract.ts'

/** What happened, in the order it happened. Only ever added to. */
export const activities = pgTable('activities', {
  accountId: accountId(),
  id: id(),
  type: text().notNull().$type<ActivityType>(),
  title: text().notNull(),
  description: text().notNull(),
  subjectType: text('subject_type').$type<ActivitySubject['type']>(),
  subjectId: reference('subject_id'),
  /** The client whose name it says. */
  clientId: reference('client_id'),
  createdAt: instant('created_at').notNull(),
})
