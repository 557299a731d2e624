import { pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, day, hundredths, id, instant, reference, version } from '#server/database/columns.ts'
import type { ProjectStatus } from './contract.ts'

export const projects = pgTable('projects', {
  accountId: accountId(),
  id: id(),
  clientId: reference('client_id'),
  name: text().notNull(),
  description: text().notNull(),
  hourlyRate: hundredths('hourly_rate'),
  estimatedHours: hundredths('estimated_hours'),
  status: text().notNull().$type<ProjectStatus>(),
  startDate: day('start_date'),
  endDate: day('end_date'),
  nameKey: text('name_key').notNull(),
  search: text().notNull(),
  createdAt: instant('created_at').notNull(),
  version: version(),
})
