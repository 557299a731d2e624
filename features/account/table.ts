import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, bytes, id, instant } from '#server/database/columns.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** The tenant, and the freelancer who owns it. */
export const accounts = pgTable('accounts', {
  id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity().$type<AccountId>(),
  email: text().notNull(),
  emailVerified: boolean('email_verified').notNull(),
  name: text(),
  picture: text(),
  timeZone: text('time_zone').notNull(),
  businessName: text('business_name').notNull().default(''),
  businessAddress: text('business_address').notNull().default(''),
  lastInvoiceNumber: integer('last_invoice_number').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  /** Of what its owner changes: neither signing in nor taking an invoice number counts. */
  version: integer().notNull().default(1),
  /** When the account is to be removed, if its owner asked for that. */
  deleteAt: instant('delete_at'),
  /** When the payment provider was told, since that was asked for. */
  planEndedAt: instant('plan_ended_at'),
  removalBeganAt: instant('removal_began_at'),
})

/** Which account an identity opens. Small and global: on a sharded database, a reference table. */
export const identities = pgTable('identities', {
  issuer: text().notNull(),
  subject: text().notNull(),
  accountId: accountId(),
})

export const sessions = pgTable('sessions', {
  accountId: accountId(),
  /** What the owner names it by; the token and its hash are nobody's to see. */
  id: id(),
  tokenHash: bytes('token_hash').notNull(),
  device: text().notNull(),
  lastUsedAt: instant('last_used_at').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
