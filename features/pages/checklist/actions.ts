import type { Context } from '#server/context.ts'
import type { Checklist } from './contract.ts'
import * as store from './store.ts'

export const getChecklist = ({ db, accountId }: Context): Promise<Checklist> =>
  store.findChecklist(db, accountId)

export async function dismissChecklist({ db, accountId, now }: Context): Promise<{ success: true }> {
  await store.markDismissed(db, accountId, now)
  return { success: true }
}
