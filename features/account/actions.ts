import { recordActivity } from '#features/activity/actions.ts'
import { startTrial } from '#features/subscription/actions.ts'
import type { AccountId } from '#server/account-id.ts'
import { type Caller, type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { NotSignedIn } from '#server/errors.ts'
import type { Person } from '#server/identity.ts'
import { hashToken, newToken } from '#server/tokens.ts'
import type { AccountInput, User } from './contract.ts'
import { needsRenewal, sessionEnd } from './rules.ts'
import * as store from './store.ts'

/** The session's secret as the browser keeps it: which account, and 256 random bits. */
export type SessionKey = string

export async function signIn(ctx: PublicContext, person: Person, timeZone = 'UTC'): Promise<SessionKey> {
  return inTransaction(ctx, async (tx) => {
    const accountId = await openAccount(tx, person, timeZone)
    const token = newToken()
    await store.deleteExpiredSessions(tx.db, accountId, ctx.now)
    await store.insertSession(tx.db, {
      accountId,
      tokenHash: hashToken(token),
      createdAt: ctx.now,
      expiresAt: sessionEnd(ctx.now),
    })
    return `${accountId}.${token}`
  })
}

async function openAccount(ctx: PublicContext, person: Person, timeZone: string): Promise<AccountId> {
  await store.lockIdentity(ctx.db, person)
  const known = await store.findAccountOf(ctx.db, person)
  if (known !== undefined) {
    await store.updateProfile(ctx.db, known, person)
    return known
  }
  const accountId = await store.insertAccount(ctx.db, person, timeZone, ctx.now)
  await startTrial(ctx, accountId)
  return accountId
}

/** Who holds this key, and whether its holder's cookie is to be renewed. */
export async function resumeSession(
  { db, now }: PublicContext,
  key: string,
): Promise<{ caller: Caller; renewed: boolean } | undefined> {
  const session = parseKey(key)
  const found = session && (await store.findSession(db, session.account, session.tokenHash, now))
  if (!found) return undefined
  const renewed = needsRenewal(found.expiresAt, now)
  if (renewed) await store.extendSession(db, found.accountId, session.tokenHash, sessionEnd(now))
  return {
    caller: { accountId: found.accountId, actor: { type: 'user' }, timeZone: found.timeZone },
    renewed,
  }
}

/** Daybook itself, on behalf of an account that exists. */
export async function actForAccount({ db }: PublicContext, account: number): Promise<Caller | undefined> {
  const found = await store.findTenant(db, account)
  return found && { ...found, actor: { type: 'system' } }
}

export async function signOut({ db }: PublicContext, key: string): Promise<void> {
  const session = parseKey(key)
  if (session) await store.deleteSession(db, session.account, session.tokenHash)
}

function parseKey(key: string): { account: number; tokenHash: Buffer } | undefined {
  const [, account, token] = /^(\d{1,15})\.([\w-]{43})$/.exec(key) ?? []
  return account && token ? { account: Number(account), tokenHash: hashToken(token) } : undefined
}

export async function currentUser(ctx: Context): Promise<User> {
  return toUser(await store.findAccount(ctx.db, ctx.accountId))
}

export function updateAccount(ctx: Context, input: AccountInput): Promise<User> {
  return inTransaction(ctx, async (tx) => {
    const user = toUser(await store.updateAccount(tx.db, ctx.accountId, input))
    await recordActivity(tx, 'other', 'Account updated', user.business_name || user.email)
    return user
  })
}

/** Who she is to her clients. */
export interface Business {
  name: string
  address: string
  /** Who speaks for it. */
  person: string
  email: string
}

export async function businessOf({ db, accountId }: Context): Promise<Business> {
  const account = await store.findAccount(db, accountId)
  if (!account) throw new Error('an account is not there')
  const { name, email, businessName, businessAddress } = account
  return {
    name: businessName || name || email,
    address: businessAddress,
    person: name || businessName || email,
    email,
  }
}

function toUser(account: Awaited<ReturnType<typeof store.findAccount>>): User {
  if (!account) throw new NotSignedIn()
  return {
    id: account.id,
    email: account.email,
    google_user_data: { name: account.name, picture: account.picture },
    time_zone: account.timeZone,
    business_name: account.businessName,
    business_address: account.businessAddress,
    created_at: account.createdAt,
  }
}
