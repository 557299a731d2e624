import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, day, hundredths, id, instant, reference, version } from '#server/database/columns.ts'
import type { ExpenseCategory } from './contract.ts'

export const expenses = pgTable('expenses', {
  accountId: accountId(),
  id: id(),
  projectId: reference('project_id'),
  category: text().notNull().$type<ExpenseCategory>(),
  description: text().notNull(),
  amount: hundredths('amount').notNull(),
  date: day('date').notNull(),
  isBillable: boolean('is_billable').notNull(),
  search: text().notNull(),
  createdAt: instant('created_at').notNull(),
  version: version(),
})
