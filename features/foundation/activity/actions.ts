import { z } from 'zod'
import { type Context, clientOf } from '#server/context.ts'
import { ActivityEvent, subjectOf } from './rules/events.ts'
import * as store from './store.ts'

/**
 * Adds an event to the account's activity, with the fields that its type names and no others. Call it in the transaction of
 * the change. `removalId` is what undoes it, if it can be undone.
 */
export function recordActivity(
  ctx: Context,
  event: ActivityEvent,
  removalId: number | null = null,
): Promise<void> {
  const { type, ...data } = ActivityEvent.parse(event)
  const subject = subjectOf(event)
  return store.insertActivity(ctx.db, ctx.accountId, {
    type,
    actor: ctx.actor.type,
    data: JSON.stringify(data),
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
    client_id: 'client' in event ? event.client.id : clientOf(ctx),
    removal_id: removalId,
    created_at: ctx.now,
  })
}

/** Events that named a client, as they were. */
export const NamedInEvents = z.array(z.object({ id: z.int(), data: z.unknown() }))
export type NamedInEvents = z.output<typeof NamedInEvents>

/** Erases the data of events that name the client, and returns it. */
export const eraseClientName = (
  { db, accountId }: Context,
  client: { id: number; name: string; nameIsShared: boolean },
): Promise<NamedInEvents> => store.eraseClient(db, accountId, client)

export const restoreClientName = ({ db, accountId }: Context, events: NamedInEvents): Promise<void> =>
  store.restoreData(db, accountId, events)

/** Lets the events about an invoice be found by the client they name, once the invoice no longer leads to that client. */
export const attributeToClient = (
  { db, accountId }: Context,
  invoiceId: number,
  clientId: number,
): Promise<void> => store.setClient(db, accountId, { type: 'invoice', id: invoiceId }, clientId)
