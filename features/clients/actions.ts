import type { Page, PageQuery } from '#core/endpoint.ts'
import { recordActivity } from '#features/activity/actions.ts'
import { revokeAllAccess } from '#features/portal-access/actions.ts'
import { requireRoomFor } from '#features/subscription/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { Client, ClientDeletion, ClientInput } from './contract.ts'
import * as store from './store.ts'

export const listClients = ({ db, accountId }: Context, query: PageQuery): Promise<Page<Client>> =>
  store.listClients(db, accountId, query)

export async function getClient({ db, accountId }: Context, id: number): Promise<Client> {
  return (await store.findClient(db, accountId, id)) ?? notThere()
}

export function createClient(ctx: Context, input: ClientInput): Promise<Client> {
  return inTransaction(ctx, async (tx) => {
    await requireRoomFor(tx, 'clients')
    const client = await store.insertClient(tx.db, ctx.accountId, input, ctx.now)
    await recordActivity(tx, 'client', 'Client added', client.name)
    return client
  })
}

export function updateClient(ctx: Context, id: number, input: ClientInput): Promise<Client> {
  return inTransaction(ctx, async (tx) => {
    const client = (await store.updateClient(tx.db, ctx.accountId, id, input)) ?? notThere()
    await recordActivity(tx, 'client', 'Client updated', client.name)
    return client
  })
}

/** Removes a client without a trace of work; one with projects or invoices is archived, its history kept. */
export function deleteClient(ctx: Context, id: number): Promise<ClientDeletion> {
  return inTransaction(ctx, async (tx) => {
    await store.lockClient(tx.db, ctx.accountId, id)
    const client = await getClient(tx, id)
    const outcome = client.has_history ? 'archived' : 'removed'
    if (outcome === 'archived') {
      await store.archiveClient(tx.db, ctx.accountId, id, ctx.now)
      await revokeAllAccess(tx, id)
    } else await store.removeClient(tx.db, ctx.accountId, id)
    await recordActivity(tx, 'client', `Client ${outcome}`, client.name)
    return { success: true, outcome }
  })
}

/** For what is attached to a client: it must be there, be yours, and stay until the transaction ends. */
export async function requireClient(
  { db, accountId }: Context,
  id: number,
): Promise<{ id: number; name: string }> {
  return (await store.holdClient(db, accountId, id)) ?? notThere()
}

function notThere(): never {
  throw new NotFound('Client not found')
}
