import { accountApi } from '#features/foundation/account/contract.ts'
import type { PlanId, SubscriptionStatus } from '#features/foundation/subscription/contract.ts'
import { sharedApp } from './app.ts'
import type { Person } from './people.ts'

/** Puts a person's account on a plan, as if it had been bought. */
export async function givePlan(
  person: Person,
  planId: PlanId,
  status: SubscriptionStatus = 'active',
): Promise<void> {
  const { database } = await sharedApp()
  const { id } = await person.call(accountApi.me)
  await database.pool.query('update subscriptions set plan_id = $2, status = $3 where account_id = $1', [
    id,
    planId,
    status,
  ])
}
