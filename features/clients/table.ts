import { pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, id, instant, version } from '#server/database/columns.ts'

export const clients = pgTable('clients', {
  accountId: accountId(),
  id: id(),
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull(),
  company: text().notNull(),
  address: text().notNull(),
  notes: text().notNull(),
  nameKey: text('name_key').notNull(),
  search: text().notNull(),
  archivedAt: instant('archived_at'),
  createdAt: instant('created_at').notNull(),
  version: version(),
})
