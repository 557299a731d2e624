import type { IfMatch } from '#core/endpoint.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { requireVersion } from '#server/http/version.ts'
import { Reminders, type RemindersInput } from '../contract/reminders.ts'
import { DEFAULT_REMINDERS } from '../rules/reminders.ts'
import * as store from '../store/reminders.ts'

export const getReminders = async ({ db, accountId }: Context): Promise<Reminders> =>
  (await store.findReminders(db, accountId)) ?? DEFAULT_REMINDERS

export function updateReminders(
  ctx: Context,
  input: RemindersInput,
  ifMatch: IfMatch = null,
): Promise<Reminders> {
  return inTransaction(ctx, async (tx) => {
    await store.lockAccount(tx.db, tx.accountId)
    const before = await getReminders(tx)
    requireVersion('reminders', Reminders, before, ifMatch)
    const { rules = before.rules, thanks = before.thanks } = input
    const after: Reminders = {
      rules: rules.toSorted((a, b) => a.days_after_due - b.days_after_due),
      thanks,
      version: before.version + 1,
    }
    await store.saveReminders(tx.db, tx.accountId, after)
    await recordActivity(tx, { type: 'reminders.updated' })
    return after
  })
}
