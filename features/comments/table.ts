import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, id, instant, reference } from '#server/database/columns.ts'
import type { AuthorType } from './contract.ts'

export const comments = pgTable('comments', {
  accountId: accountId(),
  id: id(),
  projectId: reference('project_id').notNull(),
  /** Whose project it was when this was written. */
  clientId: reference('client_id'),
  authorType: text('author_type').notNull().$type<AuthorType>(),
  authorName: text('author_name').notNull(),
  content: text().notNull(),
  isInternal: boolean('is_internal').notNull(),
  search: text().notNull(),
  createdAt: instant('created_at').notNull(),
  editedAt: instant('edited_at'),
})
