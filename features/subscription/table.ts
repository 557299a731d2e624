import { pgTable, text } from 'drizzle-orm/pg-core'
import { accountId, instant } from '#server/columns.ts'
import type { PlanId, SubscriptionStatus } from './contract.ts'

export const subscriptions = pgTable('subscriptions', {
  accountId: accountId(),
  planId: text('plan_id').notNull().$type<PlanId>(),
  status: text().notNull().$type<SubscriptionStatus>(),
  trialEndsAt: instant('trial_ends_at'),
  currentPeriodEnd: instant('current_period_end'),
})
