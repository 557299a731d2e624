import type { PlanId, SubscriptionStatus } from '#features/subscription/contract.ts'
import { sharedApp } from './app.ts'
import type { Person } from './people.ts'

/** Puts a person's account on a plan, as if she had bought it. */
export async function givePlan(
  person: Person,
  planId: PlanId,
  status: SubscriptionStatus = 'active',
): Promise<void> {
  const { database } = await sharedApp()
  const { body } = await person.get('/api/users/me')
  await database.pool.query('update subscriptions set plan_id = $2, status = $3 where account_id = $1', [
    body.id,
    planId,
    status,
  ])
}
