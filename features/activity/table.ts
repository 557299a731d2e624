import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Actor } from '#server/context.ts'
import { accountId, id, instant, reference } from '#server/database/columns.ts'
import type { ActivitySubject } from './contract.ts'
import type { StoredActivity, StoredEventType } from './rules.ts'

/** What happened, in the order it happened. Rows are only added; removing a client empties `data`. */
export const activities = pgTable('activities', {
  accountId: accountId(),
  id: id(),
  type: text().notNull().$type<StoredEventType>(),
  actor: text().notNull().$type<Actor['type']>(),
  data: jsonb().$type<StoredActivity['data']>(),
  subjectType: text('subject_type').$type<ActivitySubject['type']>(),
  subjectId: reference('subject_id'),
  /** The client whose name it says. */
  clientId: reference('client_id'),
  createdAt: instant('created_at').notNull(),
})
