import { bigint, boolean, customType, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { AccountId } from '#server/account-id.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The tenant, and the freelancer who owns it. */
export const accounts = pgTable('accounts', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey().$type<AccountId>(),
  email: text().notNull(),
  emailVerified: boolean('email_verified').notNull(),
  name: text(),
  picture: text(),
  timeZone: text('time_zone').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/** Which account an identity opens. Small and global: on a sharded database, a reference table. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id)
      .$type<AccountId>(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
)

export const sessions = pgTable(
  'sessions',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id)
      .$type<AccountId>(),
    tokenHash: bytes('token_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.tokenHash] })],
)
