import type { Generated } from 'kysely'
import type { AccountId } from '#server/identity/account-id.ts'
import type { PlanId, SubscriptionStatus } from './contract.ts'

export interface SubscriptionsTable {
  account_id: AccountId
  plan_id: PlanId
  status: SubscriptionStatus
  trial_ends_at: Date | null
  current_period_end: Date | null
  billing_starts_at: Date | null
  version: Generated<number>
}

export interface PaymentCustomersTable {
  account_id: AccountId
  customer_id: string
}

export interface CheckoutsTable {
  account_id: AccountId
  key: string
  parameters: string
  billing_starts_at: Date | null
  started_at: Date
}

export interface PaymentEventsTable {
  account_id: AccountId
  id: string
  type: string
  handled_at: Date
}

export interface SubscriptionNoticesTable {
  account_id: AccountId
  kind: string
  about: string
  sent_at: Date
}

/** Identities that had a trial in an account that was deleted since. */
export interface UsedTrialsTable {
  identity_hash: Buffer
}

declare module '#server/database/tables.ts' {
  interface Tables {
    subscriptions: SubscriptionsTable
    payment_customers: PaymentCustomersTable
    checkouts: CheckoutsTable
    payment_events: PaymentEventsTable
    subscription_notices: SubscriptionNoticesTable
    used_trials: UsedTrialsTable
  }
}
