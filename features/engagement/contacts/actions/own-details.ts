import type { IfMatch } from '#core/endpoint.ts'
import { truncateName } from '#core/text.ts'
import { changeClientReach, findClientReach, lockClientReach } from '#features/engagement/clients/actions.ts'
import { mailFreelancer } from '#features/engagement/notifications/actions/mails.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { type Context, inTransaction, visitorOf } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { requireVersion } from '#server/http/version.ts'
import { OwnDetails, type OwnDetailsInput } from '../contract/own-details.ts'
import { changesOf, isPending, isSameAddress, type Reach } from '../rules.ts'
import { findLatestChange } from '../store/address-changes.ts'
import * as store from '../store/contacts.ts'
import { recordAddressRemoval, requestAddress } from './address-request.ts'

/** The own details that the acting client, or contact, sees in the portal. */
export async function getOwnDetails(ctx: Context): Promise<OwnDetails> {
  const visitor = visitorOf(ctx)
  const reach = await findReach(ctx)
  const latest = await findLatestChange(ctx.db, ctx.accountId, visitor)
  return {
    ...reach,
    is_contact: visitor.contactId !== null,
    pending_email: latest && isPending(latest, reach.email, ctx.now) ? latest.email : null,
  }
}

export async function findReach(ctx: Context): Promise<Reach & { version: number }> {
  const { clientId, contactId } = visitorOf(ctx)
  const found =
    contactId === null
      ? await findClientReach(ctx, clientId)
      : await store.findReach(ctx.db, ctx.accountId, contactId)
  if (!found) throw new NotFound('Contact not found')
  return found
}

/**
 * The freelancer is told what changed. A new email address takes effect once it is confirmed. Documents that were issued
 * stay as they are.
 */
export function changeOwnDetails(
  ctx: Context,
  input: OwnDetailsInput,
  ifMatch: IfMatch = null,
): Promise<OwnDetails> {
  return inTransaction(ctx, async (tx) => {
    await lockReach(tx)
    const before = await getOwnDetails(tx)
    requireVersion('page', OwnDetails, before, ifMatch)
    const isNewAddress = input.email !== '' && !isSameAddress(input.email, before.email)
    const after = isNewAddress ? { ...input, email: before.email } : input
    const changes = changesOf(before, after)
    const texts = changes.map(({ text }) => text)
    if (changes.length > 0) {
      await saveReach(tx, after)
      await recordDetailsChanged(
        tx,
        after.name,
        changes.map(({ field }) => field),
      )
    }
    if (isNewAddress) {
      await requestAddress(tx, before.email, input.email)
      await recordActivity(tx, { type: 'contact.address_requested', client: clientNamed(tx, after.name) })
      texts.push(`Email: ${input.email} once it is confirmed (until then: ${before.email || 'none'})`)
    }
    if (before.email !== '' && after.email === '') await recordAddressRemoval(tx, before.email)
    if (texts.length > 0) await tellFreelancer(tx, before.name, texts)
    return getOwnDetails(tx)
  })
}

/** Locks the visitor's details until the transaction ends. */
export async function lockReach(tx: Context): Promise<void> {
  const { clientId, contactId } = visitorOf(tx)
  if (contactId === null) await lockClientReach(tx, clientId)
  else await store.lockContact(tx.db, tx.accountId, clientId, contactId)
}

export async function saveReach(tx: Context, { name, email, phone, locale }: Reach): Promise<void> {
  const { clientId, contactId } = visitorOf(tx)
  const reach = { name, email, phone, locale }
  if (contactId === null) await changeClientReach(tx, clientId, reach)
  else await store.updateContact(tx.db, tx.accountId, contactId, reach)
}

export const recordDetailsChanged = (tx: Context, name: string, fields: (keyof Reach)[]): Promise<void> =>
  recordActivity(tx, { type: 'contact.details_changed', client: clientNamed(tx, name), fields })

/** Under the name of the person who changed their details. */
const clientNamed = (tx: Context, name: string) => ({ id: visitorOf(tx).clientId, name })

export async function tellFreelancer(tx: Context, name: string, changes: string[]): Promise<void> {
  const { clientId, clientName, contactId } = visitorOf(tx)
  const who = contactId === null ? name : `${name} of ${clientName}`
  await mailFreelancer(tx, {
    subject: `${truncateName(name)} changed their contact details`,
    heading: 'Contact details changed',
    paragraphs: [
      `${who} changed their details in the portal:`,
      ...changes,
      'Documents that you have issued stay as they are.',
    ],
    button: { label: 'Open the client', path: `/clients/${clientId}` },
  })
}
