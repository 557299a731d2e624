import { z } from 'zod'
import type { Currency } from '#core/currency.ts'
import type { IfMatch, Page, PageQuery } from '#core/endpoint.ts'
import { type MinorUnits, sameFigure } from '#core/money.ts'
import { deleteNoticesOf } from '#features/engagement/notifications/actions/mails.ts'
import { restoreAccess, revokeAllAccess } from '#features/engagement/portal-access/actions.ts'
import {
  eraseClientName,
  NamedInEvents,
  recordActivity,
  restoreClientName,
} from '#features/foundation/activity/actions.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import {
  defineRemoval,
  eraseRemovalsOf,
  rememberChange,
  removeRows,
} from '#features/foundation/removals/actions.ts'
import { requireWithinLimit, withinLimit } from '#features/foundation/subscription/actions/entitlement.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { eraseResponses } from '#server/http/idempotency.ts'
import { refuseStale, requireVersion } from '#server/http/version.ts'
import { deleteClientMails } from '#server/mail/store.ts'
import { Client, type ClientDeletion, type ClientFilter, type ClientInput, clientsApi } from './contract.ts'
import { ERASED_NAME, hasOtherAddresses } from './rules.ts'
import * as store from './store.ts'

export const listClients = (
  { db, accountId }: Context,
  query: PageQuery & ClientFilter,
): Promise<Page<Client>> => store.listClients(db, accountId, query)

/** A client, archived or not. */
export async function getClient({ db, accountId }: Context, id: number): Promise<Client> {
  return (await store.findClient(db, accountId, id)) ?? notFound()
}

/** A client that is not archived. */
export async function getActiveClient(ctx: Context, id: number): Promise<Client> {
  const client = await getClient(ctx, id)
  return client.archived ? notFound() : client
}

export function createClient(ctx: Context, input: ClientInput): Promise<Client> {
  return inTransaction(ctx, async (tx) => {
    await requireWithinLimit(tx, 'clients')
    const currency = input.currency ?? ctx.currency
    const values = { ...input, currency, hourly_rate: rateIn(currency, input) ?? null }
    const client = await store.insertClient(tx.db, ctx.accountId, values, ctx.now)
    await recordActivity(tx, { type: 'client.created', client })
    return client
  })
}

export function updateClient(
  ctx: Context,
  id: number,
  input: ClientInput,
  ifMatch: IfMatch = null,
): Promise<Client> {
  return inTransaction(ctx, async (tx) => {
    const before = (await store.lockToChange(tx.db, ctx.accountId, id)) ?? notFound()
    const currency = input.currency ?? before.currency
    const rate = rateIn(currency, input)
    const hourly_rate = rate === undefined ? sameFigure(before.hourly_rate, before.currency, currency) : rate
    const client = await store.updateClient(
      tx.db,
      ctx.accountId,
      id,
      { ...input, currency, hourly_rate },
      ifMatch,
    )
    if (!client) return refuseStale('client', Client, await getActiveClient(tx, id))
    if (client.name !== before.name) await store.renameInDrafts(tx.db, ctx.accountId, id, client.name)
    if (hasOtherAddresses(before, client)) await recordAudit(tx, 'client_address_changed', { clientId: id })
    await recordActivity(tx, { type: 'client.updated', client })
    return client
  })
}

/** Contact details of an active client, and the locale of the portal. */
export async function findClientReach({ db, accountId }: Context, id: number) {
  const { company: _, ...reach } = (await store.findReach(db, accountId, id)) ?? notFound()
  return reach
}

/** Locks the contact details until the transaction ends. */
export async function lockClientReach(tx: Context, id: number): Promise<void> {
  await store.lockToChange(tx.db, tx.accountId, id)
}

/** The client changed their own details. Call `lockClientReach` first. */
export async function changeClientReach(tx: Context, id: number, reach: store.ClientReach): Promise<void> {
  const before = (await store.findReach(tx.db, tx.accountId, id)) ?? notFound()
  await store.setReach(tx.db, tx.accountId, id, reach, before.company)
  if (reach.name !== before.name) await store.renameInDrafts(tx.db, tx.accountId, id, reach.name)
}

/** Undefined if it is left out. */
const rateIn = (currency: Currency, { hourly_rate }: ClientInput): MinorUnits | null | undefined =>
  hourly_rate === undefined || hourly_rate === null
    ? hourly_rate
    : requireMinorUnits(hourly_rate, currency, 'hourly_rate')

/** Removes a client without projects, invoices or expenses. Any other is archived instead, and keeps its history. */
export function deleteClient(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<ClientDeletion> {
  return inTransaction(ctx, async (tx) => {
    await store.lockClient(tx.db, ctx.accountId, id)
    const client = await getActiveClient(tx, id)
    requireVersion('client', Client, client, ifMatch)
    const outcome = client.has_history ? 'archived' : 'removed'
    const removal_id = outcome === 'archived' ? await archive(tx, client) : await remove(tx, client)
    return { success: true, outcome, removal_id }
  })
}

async function archive(tx: Context, { id, name }: Client): Promise<number> {
  await store.archiveClient(tx.db, tx.accountId, id, tx.now)
  const revoked = await revokeAllAccess(tx, id)
  const removal_id = await rememberChange(tx, clientArchival, { client_id: id, revoked })
  await recordActivity(tx, { type: 'client.archived', client: { id, name } }, removal_id)
  return removal_id
}

/** Unlike `restoreClient` it also restores the portal links. */
export const clientArchival = defineRemoval({
  kind: 'client_archived',
  data: z.object({ client_id: z.int(), revoked: z.array(z.int()) }),
  async undo(tx, { client_id, revoked }) {
    await withinLimit(tx, 'clients', () => unarchive(tx, client_id))
    await restoreAccess(tx, client_id, revoked)
  },
})

/** Removes the client and every trace of the name. Both are kept for a day, to undo it. */
async function remove(tx: Context, client: Client): Promise<number> {
  const { id } = client
  const events = await eraseTraces(tx, client)
  const rows = { table: 'clients', ids: [id], versioned: true } as const
  const removal_id = await removeRows(tx, clientRemoval, rows, { id, events })
  await recordActivity(tx, { type: 'client.removed' }, removal_id)
  return removal_id
}

export const clientRemoval = defineRemoval({
  kind: 'client',
  data: z.object({ id: z.int(), events: NamedInEvents }),
  async undo(tx, { id, events }, restoreRows) {
    await withinLimit(tx, 'clients', restoreRows)
    await restoreClientName(tx, events)
    await recordActivity(tx, { type: 'client.restored', client: await getClient(tx, id) })
  },
})

/** Erases the name and details of an archived client for good. What issued invoices say stays. */
export async function eraseDetails(tx: Context, id: number, ifMatch: IfMatch): Promise<void> {
  await eraseRemovalsOf(tx, id)
  await store.lockToChange(tx.db, tx.accountId, id)
  const client = await getClient(tx, id)
  requireVersion('client', Client, client, ifMatch)
  if (!client.archived) throw new Conflict('Only an archived client can be erased. Delete the client first.')
  if (client.erased) throw new Conflict('This client was already erased')
  await store.eraseClient(tx.db, tx.accountId, id, ERASED_NAME, tx.now)
  await store.renameInDrafts(tx.db, tx.accountId, id, ERASED_NAME)
  await eraseTraces(tx, client)
  await recordActivity(tx, { type: 'client.removed' })
}

/** Everywhere but in the client's own row. Returns the events that named the client. */
async function eraseTraces(tx: Context, { id, name, email }: Client): Promise<NamedInEvents> {
  const shared = await store.findSharers(tx.db, tx.accountId, { id, name, email })
  const events = await eraseClientName(tx, { id, name, nameIsShared: shared.name })
  await deleteNoticesOf(tx, id)
  await deleteClientMails(tx.db, tx.accountId, { id, email, emailIsShared: shared.email })
  await eraseResponses(tx, { path: clientsApi.create.path, id, reference: 'client_id' })
  return events
}

/** The client counts towards the plan again. Its portal links stay revoked. */
export function restoreClient(ctx: Context, id: number): Promise<Client> {
  return inTransaction(ctx, async (tx) => {
    await withinLimit(tx, 'clients', () => unarchive(tx, id))
    return getClient(tx, id)
  })
}

async function unarchive(tx: Context, id: number): Promise<void> {
  const { archived_at, erased_at } = (await store.findArchival(tx.db, tx.accountId, id)) ?? notFound()
  if (archived_at === null) throw notArchived()
  if (erased_at !== null) throw new Conflict('This client was erased and cannot be restored')
  const client = await store.restoreClient(tx.db, tx.accountId, id)
  if (!client) throw notArchived()
  await recordActivity(tx, { type: 'client.restored', client })
}

const notArchived = () => new Conflict('This client is not archived')

/** The client that a record belongs to. It must exist in this account, and is locked until the transaction ends. */
export async function requireClient(
  { db, accountId }: Context,
  id: number,
): Promise<Pick<Client, 'id' | 'name' | 'currency' | 'payment_terms_days' | 'approval_required'>> {
  return (await store.shareLockClient(db, accountId, id)) ?? notFound()
}

function notFound(): never {
  throw new NotFound('Client not found')
}
