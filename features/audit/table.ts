import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Actor } from '#server/context.ts'
import { accountId, id, instant, reference } from '#server/database/columns.ts'
import type { AuditAction } from './contract.ts'

/** Who let whom in, and what left the account. Only ever added to. */
export const auditEvents = pgTable('audit_events', {
  accountId: accountId(),
  id: id(),
  action: text().notNull().$type<AuditAction>(),
  actor: text().notNull().$type<Actor['type']>(),
  address: text(),
  device: text(),
  clientId: reference('client_id'),
  createdAt: instant('created_at').notNull(),
})
