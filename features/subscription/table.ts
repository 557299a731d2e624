import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, instant } from '#server/database/columns.ts'
import type { PlanId, SubscriptionStatus } from './contract.ts'

export const subscriptions = pgTable('subscriptions', {
  accountId: accountId(),
  planId: text('plan_id').notNull().$type<PlanId>(),
  status: text().notNull().$type<SubscriptionStatus>(),
  trialEndsAt: instant('trial_ends_at'),
  currentPeriodEnd: instant('current_period_end'),
  billingStartsAt: instant('billing_starts_at'),
  version: integer().notNull().default(0),
})

export const paymentCustomers = pgTable('payment_customers', {
  accountId: accountId(),
  customerId: text('customer_id').notNull(),
})

export const checkouts = pgTable('checkouts', {
  accountId: accountId(),
  key: text().notNull(),
  wanted: text().notNull(),
  billingStartsAt: instant('billing_starts_at'),
  startedAt: instant('started_at').notNull(),
})

export const paymentEvents = pgTable('payment_events', {
  accountId: accountId(),
  id: text().notNull(),
  type: text().notNull(),
  handledAt: instant('handled_at').notNull(),
})

export const subscriptionNotices = pgTable('subscription_notices', {
  accountId: accountId(),
  kind: text().notNull(),
  about: text().notNull(),
  sentAt: instant('sent_at').notNull(),
})
