import { type ClientActor, type Context, inTransaction } from '#server/context.ts'
import type { UnreadItem } from '../contract/unread.ts'
import * as store from '../store/unread.ts'

interface Happening {
  client_id: number
  project_id?: number | null
  deliverable_id?: number | null
  comment_id?: number | null
  invoice_id?: number | null
}

/** A client did something that the freelancer has not seen. Call it in that transaction. */
export const addUnread = ({ db, accountId, now }: Context, what: Happening): Promise<void> =>
  store.insertUnread(db, accountId, { ...what, created_at: now })

/** The freelancer did something that the client has not seen, by whichever link. Call it in that transaction. */
export const addUnreadForClient = ({ db, accountId, now }: Context, what: Happening): Promise<void> =>
  store.insertUnreadForLinks(db, accountId, { ...what, created_at: now })

export const listUnread = ({ db, accountId }: Context): Promise<UnreadItem[]> =>
  store.listUnread(db, accountId)

export const listUnreadOf = (
  { db, accountId }: Context,
  { accessId }: Pick<ClientActor, 'accessId'>,
): Promise<UnreadItem[]> => store.listUnreadOfLink(db, accountId, accessId)

/** Only what was shown, since more may have happened in the meantime. */
export function markSeen(ctx: Context, ids: number[]): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    const accessId = tx.actor.type === 'client' ? tx.actor.accessId : null
    await store.deleteUnread(tx.db, tx.accountId, accessId, ids)
    return { success: true } as const
  })
}
