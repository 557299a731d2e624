import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, day, hundredths, id, instant, reference, version } from '#server/database/columns.ts'

export const timeEntries = pgTable('time_entries', {
  accountId: accountId(),
  id: id(),
  projectId: reference('project_id').notNull(),
  description: text().notNull(),
  hours: hundredths('hours').notNull(),
  date: day('date').notNull(),
  isBillable: boolean('is_billable').notNull(),
  search: text().notNull(),
  createdAt: instant('created_at').notNull(),
  version: version(),
})
