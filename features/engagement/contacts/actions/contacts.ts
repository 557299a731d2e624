import { z } from 'zod'
import type { IfMatch } from '#core/endpoint.ts'
import { MailAddress } from '#core/schemas.ts'
import { getClient, lockClientReach, requireClient } from '#features/engagement/clients/actions.ts'
import { mailboxOf } from '#features/engagement/notifications/rules/mails.ts'
import { restoreAccess, revokeAllAccess } from '#features/engagement/portal-access/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { defineRemoval, rememberChange } from '#features/foundation/removals/actions.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { requireVersion } from '#server/http/version.ts'
import { Contact, type ContactInput, MAX_CONTACTS } from '../contract/contacts.ts'
import { deleteChangesOf } from '../store/address-changes.ts'
import * as store from '../store/contacts.ts'

export async function listContacts(ctx: Context, clientId: number): Promise<Contact[]> {
  await getClient(ctx, clientId)
  const contacts = await store.listContacts(ctx.db, ctx.accountId, clientId, ctx.now)
  return contacts.map(toContact)
}

const toContact = ({ portal_status, last_seen_at, ...contact }: store.StoredContact): Contact => ({
  ...contact,
  portal: { status: portal_status, last_seen_at },
})

async function getContact({ db, accountId, now }: Context, clientId: number, id: number): Promise<Contact> {
  return toContact((await store.findContact(db, accountId, clientId, id, now)) ?? notFound())
}

export function createContact(ctx: Context, clientId: number, input: ContactInput): Promise<Contact> {
  return inTransaction(ctx, async (tx) => {
    await requireRoom(tx, clientId)
    const client = await requireClient(tx, clientId)
    const { id } = await store.insertContact(tx.db, tx.accountId, clientId, input, tx.now)
    await recordActivity(tx, { type: 'contact.created', client })
    return getContact(tx, clientId, id)
  })
}

/** Holds a lock on the client until the transaction ends, so that contacts added at the same time count each other. */
async function requireRoom(tx: Context, clientId: number): Promise<void> {
  await lockClientReach(tx, clientId)
  if ((await store.countContacts(tx.db, tx.accountId, clientId)) >= MAX_CONTACTS)
    throw new Conflict(`A client can have at most ${MAX_CONTACTS} contacts`)
}

export function updateContact(
  ctx: Context,
  clientId: number,
  id: number,
  input: ContactInput,
  ifMatch: IfMatch = null,
): Promise<Contact> {
  return inTransaction(ctx, async (tx) => {
    const client = await requireClient(tx, clientId)
    const before = await lockContact(tx, clientId, id, ifMatch)
    await store.updateContact(tx.db, tx.accountId, id, input)
    if (before.email !== input.email) await recordAudit(tx, 'client_address_changed', { clientId })
    await recordActivity(tx, { type: 'contact.updated', client })
    return getContact(tx, clientId, id)
  })
}

/** Nothing but the names in what they decided and wrote stays of the contact; undoing it is possible for a day. */
export function removeContact(
  ctx: Context,
  clientId: number,
  id: number,
  ifMatch: IfMatch = null,
): Promise<Removed> {
  return inTransaction(ctx, async (tx) => {
    const client = await getClient(tx, clientId)
    const before = await lockContact(tx, clientId, id, ifMatch)
    const revoked = await revokeAllAccess(tx, clientId, id)
    await deleteChangesOf(tx.db, tx.accountId, clientId, id)
    await store.blankContact(tx.db, tx.accountId, id, tx.now)
    const data = { client_id: clientId, id, details: KeptDetails.parse(before), revoked }
    const removal_id = await rememberChange(tx, contactRemoval, data)
    await recordActivity(tx, { type: 'contact.removed', client }, removal_id)
    return { success: true, removal_id }
  })
}

const KeptDetails = z.object({
  name: z.string(),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
  locale: z.string().nullable(),
  gets_invoices: z.boolean(),
  gets_news: z.boolean(),
})

export const contactRemoval = defineRemoval({
  kind: 'contact',
  data: z.object({ client_id: z.int(), id: z.int(), details: KeptDetails, revoked: z.array(z.int()) }),
  belongsTo: 'client',
  async undo(tx, { client_id, id, details, revoked }) {
    await requireRoom(tx, client_id)
    const client = await getClient(tx, client_id)
    await store.restoreContact(tx.db, tx.accountId, id, details)
    await restoreAccess(tx, client_id, revoked)
    await recordActivity(tx, { type: 'contact.restored', client })
  },
})

export interface ContactToMail {
  id: number
  name: string
  email: string
}

/** The contacts who get such emails besides the client. One mailbox gets one email, however often it is named. */
export async function contactsToMail(
  ctx: Context,
  { id, email }: { id: number; email: string },
  what: 'gets_invoices' | 'gets_news',
): Promise<ContactToMail[]> {
  const contacts = await store.listContacts(ctx.db, ctx.accountId, id, ctx.now)
  const mailboxes = new Set([mailboxOf(email)])
  return contacts.filter((contact) => {
    const wanted = contact[what] && (what === 'gets_invoices' || contact.unsubscribed_at === null)
    if (!wanted || !MailAddress.safeParse(contact.email).success) return false
    const isNew = !mailboxes.has(mailboxOf(contact.email))
    mailboxes.add(mailboxOf(contact.email))
    return isNew
  })
}

/** Erases the contacts of a client who is erased. Call it in that transaction. */
export async function eraseContactsOf({ db, accountId, now }: Context, clientId: number): Promise<void> {
  await deleteChangesOf(db, accountId, clientId)
  await store.blankContactsOf(db, accountId, clientId, now)
}

async function lockContact(tx: Context, clientId: number, id: number, ifMatch: IfMatch): Promise<Contact> {
  await store.lockContact(tx.db, tx.accountId, clientId, id)
  const contact = await getContact(tx, clientId, id)
  requireVersion('contact', Contact, contact, ifMatch)
  return contact
}

function notFound(): never {
  throw new NotFound('Contact not found')
}
