import type { Page, PageQuery } from '#core/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { AuditAction, AuditEvent, HistoryEntry } from './contract.ts'
import { joinSteps, type StoredChange } from './rules.ts'
import * as store from './store.ts'

/** The subject of an event, apart from its actor. */
interface Subject {
  device?: string
  clientId?: number
}

/** The part of a context that an event is about. At sign-in there is no session yet. */
export type Audited = Pick<Context, 'db' | 'accountId' | 'address' | 'now'> & {
  actor: Context['actor'] | { type: 'user' }
}

/** Adds to the account's audit trail. Call it in the transaction of the change. */
export function recordAudit(
  { db, accountId, actor, address, now }: Audited,
  action: AuditAction,
  { device, clientId }: Subject = {},
): Promise<void> {
  return store.insertEvent(db, {
    account_id: accountId,
    action,
    actor: actor.type,
    address,
    device: device ?? null,
    client_id: clientId ?? null,
    created_at: now,
  })
}

export const listAudit = ({ db, accountId }: Context, query: PageQuery): Promise<Page<AuditEvent>> =>
  store.listEvents(db, accountId, query)

/** The history of a record that the caller may see. Changes that say nothing are left out. */
export async function listHistory(
  { db, accountId }: Context,
  record: Parameters<typeof store.listChanges>[2],
  query: PageQuery,
  describe: (change: StoredChange) => HistoryEntry,
): Promise<Page<HistoryEntry>> {
  const { items, next } = await store.listChanges(db, accountId, record, query)
  return {
    items: joinSteps(items)
      .map(describe)
      .filter(({ changes }) => changes.length > 0),
    next,
  }
}
