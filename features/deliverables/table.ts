import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, id, instant, reference } from '#server/database/columns.ts'
import type { DeliverableStatus } from './contract.ts'

const content = () => ({
  title: text().notNull(),
  description: text().notNull(),
  linkUrl: text('link_url'),
  fileSha256: text('file_sha256'),
  fileName: text('file_name'),
  fileSize: bigint('file_size', { mode: 'number' }),
  fileType: text('file_type'),
})

/** The working copy; only what was submitted is seen by the client. */
export const deliverables = pgTable('deliverables', {
  accountId: accountId(),
  id: id(),
  projectId: reference('project_id').notNull(),
  ...content(),
  status: text().notNull().$type<DeliverableStatus>(),
  /** The newest submitted one; 0 before the first. */
  version: integer().notNull(),
  position: integer().notNull(),
  createdAt: instant('created_at').notNull(),
})

/** What was submitted, to whom. Never changed. */
export const deliverableVersions = pgTable('deliverable_versions', {
  accountId: accountId(),
  deliverableId: reference('deliverable_id').notNull(),
  version: integer().notNull(),
  clientId: reference('client_id').notNull(),
  ...content(),
  submittedAt: instant('submitted_at').notNull(),
})
