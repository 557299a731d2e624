import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, day, hundredths, id, instant, reference } from '#server/columns.ts'

export const expenses = pgTable('expenses', {
  accountId: accountId(),
  id: id(),
  projectId: reference('project_id'),
  category: text().notNull(),
  description: text().notNull(),
  amount: hundredths('amount').notNull(),
  date: day('date').notNull(),
  isBillable: boolean('is_billable').notNull(),
  search: text().notNull(),
  createdAt: instant('created_at').notNull(),
})
