import { pgTable } from 'drizzle-orm/pg-core'
import { accountId, bytes, id, instant, reference } from '#server/database/columns.ts'

export const portalAccess = pgTable('portal_access', {
  accountId: accountId(),
  id: id(),
  clientId: reference('client_id').notNull(),
  tokenHash: bytes('token_hash').notNull(),
  /** The token, for its owner to copy again: readable only with this server's secret. */
  sealedToken: bytes('sealed_token').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
  lastSeenAt: instant('last_seen_at'),
  mailedAt: instant('mailed_at'),
})
