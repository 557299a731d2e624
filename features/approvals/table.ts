import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, id, instant, reference } from '#server/database/columns.ts'
import type { Verdict } from './contract.ts'

/** What clients decided. Only ever added to. */
export const decisions = pgTable('decisions', {
  accountId: accountId(),
  id: id(),
  deliverableId: reference('deliverable_id'),
  version: integer(),
  invoiceId: reference('invoice_id'),
  clientId: reference('client_id').notNull(),
  clientName: text('client_name').notNull(),
  portalAccessId: reference('portal_access_id').notNull(),
  decision: text().notNull().$type<Verdict>(),
  feedback: text().notNull(),
  /** What was decided on, as it was then. */
  subject: jsonb().notNull(),
  decidedAt: instant('decided_at').notNull(),
})
