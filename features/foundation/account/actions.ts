import type { IfMatch } from '#core/endpoint.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { type Caller, type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { hashToken, newToken, parseKey } from '#server/crypto/tokens.ts'
import { Forbidden, NotFound, NotSignedIn } from '#server/errors.ts'
import { refuseStale } from '#server/http/version.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Person } from '#server/identity/identity.ts'
import { type AccountInput, type AccountSession, User } from './contract.ts'
import { businessName, deviceIn, EMAIL_ISSUER, needsRenewal, sessionEnd, usedLongAgo } from './rules.ts'
import * as store from './store.ts'

/** The session's secret as the browser keeps it: which account, and 256 random bits. */
export type SessionKey = string

/** The browser at sign-in. */
export interface Browser {
  userAgent?: string | undefined
  /** The keys of its present sessions, which the new one replaces. */
  oldKeys?: readonly SessionKey[]
}

/**
 * The account of this person, created if there is none yet. A verified address joins the one account that has it. Call it in
 * the transaction that signs in.
 */
export async function openAccount(
  tx: PublicContext,
  person: Person,
  timeZone: string,
): Promise<{ accountId: AccountId; isNew: boolean }> {
  // Before the identity, in every transaction: two ways to sign in with one new address create one account.
  if (person.emailVerified) await store.lockAddress(tx.db, person.email)
  await store.lockIdentity(tx.db, person)
  const known = (await store.findAccountOf(tx.db, person)) ?? (await joinAccount(tx, person))
  if (known !== undefined) {
    if (person.issuer !== EMAIL_ISSUER) await store.updateProfile(tx.db, known, person)
    await store.markIdentityUsed(tx.db, person, tx.now)
    return { accountId: known, isNew: false }
  }
  if (!maySignUp(tx, person)) throw new SignUpClosed()
  return { accountId: await store.insertAccount(tx.db, person, timeZone, tx.now), isNew: true }
}

async function joinAccount(tx: PublicContext, person: Person): Promise<AccountId | undefined> {
  const [account, ...others] = await findAccountsToJoin(tx, person)
  if (account === undefined || others.length > 0) return undefined
  await store.insertIdentity(tx.db, person, account, tx.now)
  return account
}

const findAccountsToJoin = async ({ db }: PublicContext, { email, emailVerified }: Person) =>
  emailVerified ? store.lockAccountsWithAddress(db, email) : []

const maySignUp = ({ services }: PublicContext, { email, emailVerified }: Person): boolean =>
  services.signIn.signUp === 'open' || (emailVerified && services.adminEmails.includes(email.toLowerCase()))

/** True if this person has an account, or may create one. */
export function mayEnter(ctx: PublicContext, person: Person): Promise<boolean> {
  if (maySignUp(ctx, person)) return Promise.resolve(true)
  return inTransaction(
    ctx,
    async (tx) =>
      (await store.findAccountOf(tx.db, person)) !== undefined ||
      (await findAccountsToJoin(tx, person)).length === 1,
  )
}

/** Only those who have an account can sign in. */
export class SignUpClosed extends Forbidden {
  constructor() {
    super('New accounts cannot be created here. Ask the person who runs this Daybook to let you in.', {
      code: 'sign_up_closed',
    })
  }
}

/** A new account for this person; undefined if the identity opens one already. */
export async function createAccount(
  tx: PublicContext,
  person: Person,
  timeZone: string,
): Promise<AccountId | undefined> {
  await store.lockIdentity(tx.db, person)
  if ((await store.findAccountOf(tx.db, person)) !== undefined) return undefined
  return store.insertAccount(tx.db, person, timeZone, tx.now)
}

/** Creates a session in this browser, replacing the previous one. Call it in the transaction that signs in. */
export async function openSession(
  tx: PublicContext,
  accountId: AccountId,
  browser: Browser,
): Promise<SessionKey> {
  const token = newToken()
  const device = deviceIn(browser.userAgent)
  for (const key of browser.oldKeys ?? []) await endSessionOf(tx, key, 'session_ended')
  await store.deleteExpiredSessions(tx.db, accountId, tx.now)
  const sessionId = await store.insertSession(tx.db, {
    account_id: accountId,
    token_hash: hashToken(token),
    device,
    created_at: tx.now,
    last_used_at: tx.now,
    expires_at: sessionEnd(tx.now, tx.now),
  })
  await recordAudit({ ...tx, accountId, actor: { type: 'user', sessionId } }, 'signed_in', { device })
  return `${accountId}.${token}`
}

export interface ResumedSession {
  caller: Caller
  /** Set if the cookie needs to be renewed. */
  renewedUntil: Date | undefined
  closing: boolean
  signedInAt: Date
}

/** The first of these sessions that is open. */
export async function resumeFirst<Cookie extends { key: SessionKey }>(
  ctx: PublicContext,
  cookies: readonly Cookie[],
): Promise<(ResumedSession & { cookie: Cookie }) | undefined> {
  for (const cookie of cookies) {
    const session = await resumeSession(ctx, cookie.key)
    if (session) return { ...session, cookie }
  }
  return undefined
}

async function resumeSession(
  { db, now }: PublicContext,
  key: SessionKey,
): Promise<ResumedSession | undefined> {
  const session = parseKey(key)
  const found = session && (await store.findSession(db, session.account, hashToken(session.token), now))
  if (!found) return undefined
  const renewedUntil = needsRenewal(found, now) ? sessionEnd(now, found.created_at) : undefined
  if (renewedUntil || usedLongAgo(found.last_used_at, now)) {
    await store.markUsed(db, found.account_id, found.id, now, renewedUntil ?? found.expires_at)
  }
  return {
    caller: {
      accountId: found.account_id,
      actor: { type: 'user', sessionId: found.id },
      timeZone: found.time_zone,
      currency: found.currency,
      locale: found.locale,
      isDemo: found.demo_expires_at !== null,
    },
    renewedUntil,
    closing: found.delete_at !== null,
    signedInAt: found.created_at,
  }
}

/** The system as caller, on behalf of an existing account. */
export async function actForAccount({ db }: PublicContext, account: number): Promise<Caller | undefined> {
  const found = await store.findTenant(db, account)
  if (!found) return undefined
  const { id, time_zone, currency, locale, demo_expires_at } = found
  return {
    accountId: id,
    timeZone: time_zone,
    currency,
    locale,
    isDemo: demo_expires_at !== null,
    actor: { type: 'system' },
  }
}

/** The key is enough to end its session. Ending a session again is not recorded. */
export async function endSessionOf(
  tx: PublicContext,
  key: string,
  action: 'signed_out' | 'session_ended',
): Promise<void> {
  const session = parseKey(key)
  const ended =
    session && (await store.deleteSessionByToken(tx.db, session.account, hashToken(session.token)))
  if (!ended) return
  await announceEndedSessions(tx, ended.account_id)
  if (ended.expires_at <= tx.now) return
  const { account_id: accountId, id: sessionId, device } = ended
  await recordAudit({ ...tx, accountId, actor: { type: 'user', sessionId } }, action, { device })
}

export async function listSessions({ db, accountId, actor, now }: Context): Promise<AccountSession[]> {
  const current = actor.type === 'user' ? actor.sessionId : undefined
  const sessions = await store.listSessions(db, accountId, now)
  return sessions.map((session) => ({ ...session, current: session.id === current }))
}

export function endSession(ctx: Context, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    const ended = await store.deleteSession(tx.db, ctx.accountId, id)
    if (!ended) throw new NotFound('Session not found')
    await announceEndedSessions(tx, tx.accountId)
    await recordAudit(tx, 'session_ended', ended)
    return { success: true }
  })
}

export function endOtherSessions(ctx: Context): Promise<{ success: true; ended: number }> {
  return inTransaction(ctx, async (tx) => {
    const kept = ctx.actor.type === 'user' ? ctx.actor.sessionId : 0
    const ended = await store.deleteOtherSessions(tx.db, ctx.accountId, kept)
    if (ended > 0) {
      await announceEndedSessions(tx, tx.accountId)
      await recordAudit(tx, 'other_sessions_ended')
    }
    return { success: true, ended }
  })
}

const sessionsTopic = (accountId: AccountId): string => `sessions of ${accountId}`

/** Ends the event streams of sessions that are over, at all servers. Call it in the transaction that ends them. */
export const announceEndedSessions = ({ db, services }: PublicContext, accountId: AccountId): Promise<void> =>
  store.sendSignal(db, services.signals.sending(db, sessionsTopic(accountId)))

/** Returns what ends it. */
export const onEndedSessions = ({ accountId, services }: Context, check: () => void): (() => void) =>
  services.signals.subscribe(sessionsTopic(accountId), check)

/** False once the account is closing, too. */
export const isSessionOpen = async ({ db, accountId, actor, now }: Context): Promise<boolean> =>
  actor.type === 'user' && store.isSessionOpen(db, accountId, actor.sessionId, now)

export async function currentUser(ctx: Context): Promise<User> {
  return toUser(await store.findAccount(ctx.db, ctx.accountId))
}

export function updateAccount(ctx: Context, input: AccountInput, ifMatch: IfMatch = null): Promise<User> {
  return inTransaction(ctx, async (tx) => {
    return (await changeAccount(tx, input, ifMatch)) ?? refuseStale('account', User, await currentUser(tx))
  })
}

/** Changes the account of the open transaction, and locks it until that ends. Undefined if it has another version. */
export async function changeAccount(
  tx: Context,
  change: store.AccountChange,
  ifMatch: IfMatch = null,
): Promise<User | undefined> {
  const updated = await store.updateAccount(tx.db, tx.accountId, change, ifMatch)
  if (!updated) return undefined
  const user = toUser(updated)
  await recordActivity(tx, { type: 'account.updated', name: user.business_name || user.email })
  return user
}

/** The freelancer as clients see them. */
export interface Business {
  name: string
  address: string
  /** The contact person. */
  person: string
  email: string
}

export async function businessOf({ db, accountId }: Context): Promise<Business> {
  const account = await store.findAccount(db, accountId)
  if (!account) throw new Error('account not found')
  const name = businessName(toUser(account))
  return {
    name,
    address: account.business_address,
    person: account.name || name,
    email: account.email,
  }
}

function toUser(account: Awaited<ReturnType<typeof store.findAccount>>): User {
  if (!account) throw new NotSignedIn()
  return {
    id: account.id,
    email: account.email,
    google_user_data: { name: account.name, picture: account.picture },
    time_zone: account.time_zone,
    currency: account.currency,
    locale: account.locale,
    business_name: account.business_name,
    business_address: account.business_address,
    created_at: account.created_at,
    version: account.version,
    delete_at: account.delete_at,
    demo: account.demo_expires_at && {
      expires_at: account.demo_expires_at,
      is_anonymous: account.demo_of === null,
    },
  }
}
