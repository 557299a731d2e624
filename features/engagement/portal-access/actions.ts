import { timingSafeEqual } from 'node:crypto'
import { addDays, dateIn } from '#core/calendar.ts'
import { formatLongDate } from '#core/format.ts'
import {
  mailClient,
  type Recipient,
  requireMailable,
  senderName,
} from '#features/engagement/notifications/actions/mails.ts'
import { businessName } from '#features/foundation/account/rules.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { endOfDay } from '#server/config/zoned-time.ts'
import { type Caller, type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { hashToken, newToken, parseKey } from '#server/crypto/tokens.ts'
import { Conflict, NotFound, ValidationError } from '#server/errors.ts'
import {
  DEFAULT_DAYS,
  MAX_DAYS,
  type PortalAccess,
  type PortalAccessInput,
  type RenewalInput,
} from './contract.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

/** A link that was expired or revoked, and the business that can give a new one. */
export interface ClosedLink {
  contact: { name: string; email: string }
}

/**
 * Finds the holder of this link. Whatever is wrong with it, the work is the same (one hash, one query). Only a visitor who
 * has the secret of a link that worked before learns whose it was.
 */
export async function authenticatePortalLink(
  { db, now }: PublicContext,
  key: string,
  purpose: 'visit' | 'prefetch',
): Promise<Caller | ClosedLink | undefined> {
  const { account, tokenHash } = readKey(key)
  const found = await store.findByToken(db, account, tokenHash)
  if (!found || !timingSafeEqual(found.token_hash, tokenHash)) return undefined
  if (rules.statusAt(now, found) !== 'active' || found.client_archived_at !== null)
    return { contact: contactOf(found) }
  if (purpose === 'visit' && rules.needsSeenUpdate(found.last_seen_at, now))
    await store.markSeen(db, found.account_id, found.id, now)
  return {
    accountId: found.account_id,
    timeZone: found.time_zone,
    currency: found.currency,
    locale: found.locale,
    isDemo: found.demo_expires_at !== null,
    actor: {
      type: 'client',
      clientId: found.client_id,
      clientName: found.client_name,
      contactId: found.contact_id,
      name: found.contact_name ?? found.client_name,
      locale: (found.contact_id === null ? found.client_locale : found.contact_locale) ?? found.locale,
      accessId: found.id,
      accessCreatedAt: found.created_at,
      accessExpiresAt: found.expires_at,
      purpose,
    },
  }
}

const contactOf = ({ business_name, owner_name, email }: FoundLink): ClosedLink['contact'] => ({
  name: businessName({ business_name, email, google_user_data: { name: owner_name, picture: null } }),
  email,
})

type FoundLink = NonNullable<Awaited<ReturnType<typeof store.findByToken>>>

/** The link that a preview shows, if the client has none that works. */
const NO_LINK = 0

/** The freelancer, who sees a client's portal as that client does. Needs no link, so there is nothing that could be passed on. */
export async function previewPortal(freelancer: Context, clientId: number): Promise<Caller | undefined> {
  const { db, accountId, timeZone, currency, locale, isDemo, now } = freelancer
  const found = await store.findForPreview(db, accountId, clientId, now)
  if (!found) return undefined
  return {
    accountId,
    timeZone,
    currency,
    locale,
    isDemo,
    actor: {
      type: 'client',
      clientId,
      clientName: found.client_name,
      contactId: null,
      name: found.client_name,
      locale: found.client_locale ?? locale,
      accessId: found.access_id ?? NO_LINK,
      accessCreatedAt: now,
      accessExpiresAt: found.expires_at ?? expiryOf(freelancer, { expires_on: null }),
      purpose: 'preview',
    },
  }
}

const NO_ACCOUNT = 0

function readKey(key: string): { account: number; tokenHash: Buffer } {
  const { account, token } = parseKey(key) ?? { account: NO_ACCOUNT, token: key }
  return { account, tokenHash: hashToken(token) }
}

export async function listAccess(ctx: Context, clientId: number): Promise<PortalAccess[]> {
  await requireClient(ctx, clientId)
  return (await store.listAccess(ctx.db, ctx.accountId, clientId)).map((access) => toAccess(ctx, access))
}

export function createAccess(
  ctx: Context,
  clientId: number,
  input: PortalAccessInput,
): Promise<PortalAccess> {
  return inTransaction(ctx, async (tx) => {
    const holder = await requireHolder(tx, clientId, input.contact_id)
    return toAccess(tx, await makeAccess(tx, holder, input))
  })
}

async function makeAccess(tx: Context, holder: Recipient, input: PortalAccessInput) {
  const access = await issueAccess(tx, holder.id, input)
  await recordActivity(tx, { type: 'portal_link.created', client: holder })
  return access
}

/** Creates a link for a client of this account, without an activity event. Call it in a transaction. */
export async function issueAccess(tx: Context, clientId: number, input: PortalAccessInput) {
  const token = newToken()
  await recordAudit(tx, 'portal_link_created', { clientId })
  return store.insertAccess(tx.db, tx.accountId, {
    client_id: clientId,
    contact_id: input.contact_id,
    token_hash: hashToken(token),
    sealed_token: tokenEncryption(tx).encrypt(token, String(tx.accountId)),
    created_at: tx.now,
    expires_at: expiryOf(tx, input),
  })
}

function expiryOf({ today, timeZone }: Context, { expires_on }: RenewalInput): Date {
  const day = expires_on ?? addDays(today, DEFAULT_DAYS)
  if (day < today) refuse('Must not be in the past')
  if (day > addDays(today, MAX_DAYS)) refuse('Must be within two years')
  return endOfDay(day, timeZone)
}

function refuse(message: string): never {
  throw new ValidationError({ expires_on: message })
}

/** Moves a link's expiry date, also of an expired one. */
export function renewAccess(
  ctx: Context,
  clientId: number,
  id: number,
  input: RenewalInput,
): Promise<PortalAccess> {
  return inTransaction(ctx, async (tx) => {
    const client = await requireClient(tx, clientId)
    const before = await lockAccess(tx, clientId, id)
    if (before.revoked_at) throw new Conflict('This link has been revoked. Create another one.')
    await recordActivity(tx, { type: 'portal_link.renewed', client: named(client, before) })
    await recordAudit(tx, 'portal_link_renewed', { clientId })
    return change(tx, id, { expires_at: expiryOf(tx, input) })
  })
}

/** Permanent and idempotent. */
export function revokeAccess(ctx: Context, clientId: number, id: number): Promise<PortalAccess> {
  return inTransaction(ctx, async (tx) => {
    const client = await requireClient(tx, clientId)
    const before = await lockAccess(tx, clientId, id)
    if (before.revoked_at) return toAccess(tx, before)
    await recordActivity(tx, { type: 'portal_link.revoked', client: named(client, before) })
    await recordAudit(tx, 'portal_link_revoked', { clientId })
    return change(tx, id, { revoked_at: ctx.now })
  })
}

/** Events name whose link it is. */
const named = (client: Recipient, { contact_name }: store.StoredAccess): Recipient => ({
  ...client,
  name: contact_name || client.name,
})

/**
 * Revokes the links of an archived client or a removed contact. Call it in that transaction. Returns the links that it
 * revoked.
 */
export async function revokeAllAccess(tx: Context, clientId: number, contactId?: number): Promise<number[]> {
  const revoked = await store.revokeAll(tx.db, tx.accountId, clientId, contactId, tx.now)
  if (revoked.length > 0) await recordAudit(tx, 'portal_link_revoked', { clientId })
  return revoked
}

/** Restores the links that were revoked with a client or contact. */
export async function restoreAccess(tx: Context, clientId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await store.unrevoke(tx.db, tx.accountId, clientId, ids)
  await recordAudit(tx, 'portal_link_restored', { clientId })
}

export function mailAccess(
  ctx: Context,
  clientId: number,
  id: number,
): Promise<PortalAccess & { mailed_to: string }> {
  return inTransaction(ctx, async (tx) => {
    await requireClient(tx, clientId)
    const { url, status, expires_at, contact_id } = toAccess(tx, await lockAccess(tx, clientId, id))
    if (!url || status !== 'active')
      throw new Conflict('This link no longer works. Renew it or create another.')
    const client = await requireHolder(tx, clientId, contact_id)
    requireMailable(tx, client, 'copy the link and send it yourself')
    const sender = await senderName(tx)
    await mailClient(tx, client, {
      subject: `Your project portal from ${sender}`,
      heading: `Welcome, ${client.name}`,
      paragraphs: [
        `Follow your projects with ${sender}, approve deliverables and review invoices, all in one place. You need no account and no password.`,
        `The link works until ${formatLongDate(dateIn(tx.timeZone, expires_at))}.`,
      ],
      button: { label: 'Open your portal', path: new URL(url).pathname },
    })
    await recordActivity(tx, { type: 'portal_link.mailed', client })
    return { ...(await change(tx, id, { mailed_at: ctx.now })), mailed_to: client.email }
  })
}

/** The address of a link for this client or contact that works for at least some days; creates one if needed. */
export async function linkForMail(
  tx: Context,
  clientId: number,
  contactId: number | null = null,
): Promise<string> {
  const holder = await requireHolder(tx, clientId, contactId)
  for (const access of await store.listAccess(tx.db, tx.accountId, clientId, contactId)) {
    const { url } = toAccess(tx, access)
    if (url && rules.lastsForMail(tx.now, access)) return url
  }
  const { url } = toAccess(tx, await makeAccess(tx, holder, { contact_id: contactId, expires_on: null }))
  if (!url) throw new Error('a new link cannot be decrypted')
  return url
}

async function change(tx: Context, id: number, what: Parameters<typeof store.changeAccess>[3]) {
  return toAccess(tx, (await store.changeAccess(tx.db, tx.accountId, id, what)) ?? notFound())
}

async function lockAccess({ db, accountId }: Context, clientId: number, id: number) {
  return (await store.lockAccess(db, accountId, clientId, id)) ?? notFound()
}

/** The holder of a link, with the client's id. */
async function requireHolder(tx: Context, clientId: number, contactId: number | null): Promise<Recipient> {
  const client = await requireClient(tx, clientId)
  if (contactId === null) return client
  const contact = await store.findContact(tx.db, tx.accountId, clientId, contactId)
  if (!contact) throw new NotFound('Contact not found')
  return { id: client.id, ...contact }
}

/** Through this feature's own store, since the feature `clients` is above it and revokes links. */
async function requireClient({ db, accountId }: Context, clientId: number) {
  const client = await store.shareLockClient(db, accountId, clientId)
  if (!client) throw new NotFound('Client not found')
  return client
}

function toAccess(ctx: Context, { sealed_token, ...access }: store.StoredAccess): PortalAccess {
  const status = rules.statusAt(ctx.now, access)
  return { ...access, status, url: status === 'revoked' ? null : urlOf(ctx, sealed_token) }
}

function urlOf(ctx: Context, sealedToken: Buffer): string | null {
  const { accountId, services } = ctx
  try {
    const token = tokenEncryption(ctx).decrypt(sealedToken, String(accountId))
    return new URL(`/client-portal/${accountId}.${token}`, services.publicUrl).href
  } catch (error) {
    ctx.log.error({ err: error }, 'portal link cannot be decrypted: was SECRET changed?')
    return null
  }
}

/** Tokens are stored encrypted, so that the freelancer can copy a link again. */
const tokenEncryption = ({ services }: Context) => services.encryptionFor('portal links')

function notFound(): never {
  throw new NotFound('Portal link not found')
}
