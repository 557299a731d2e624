import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, day, id, instant, reference } from '#server/database/columns.ts'
import type { MilestoneStatus } from './contract.ts'

export const milestones = pgTable('milestones', {
  accountId: accountId(),
  id: id(),
  projectId: reference('project_id').notNull(),
  title: text().notNull(),
  description: text().notNull(),
  dueDate: day('due_date'),
  status: text().notNull().$type<MilestoneStatus>(),
  position: integer().notNull(),
  createdAt: instant('created_at').notNull(),
})
