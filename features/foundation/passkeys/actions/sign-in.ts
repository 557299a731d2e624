import {
  type Browser,
  createAccount,
  openSession,
  type SessionKey,
  SignUpClosed,
} from '#features/foundation/account/actions.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { startTrial } from '#features/foundation/subscription/actions/entitlement.ts'
import { inTransaction, type PublicContext } from '#server/context.ts'
import { hashToken, newToken } from '#server/crypto/tokens.ts'
import type { Db } from '#server/database/database.ts'
import { BadInput, Conflict, Forbidden, NotFound } from '#server/errors.ts'
import type { PasskeyUse, SignUp, SignUpInput } from '../contract.ts'
import { isPasskeyAlone, PASSKEY_ISSUER } from '../rules.ts'
import * as store from '../store.ts'
import { type Ceremony, keepChallenge, loadWebAuthn, requirePasskeys, takeChallenge } from './ceremonies.ts'
import { newUserHandle, storePasskey, verifyNew } from './passkeys.ts'
import { replaceRecoveryCodes } from './recovery.ts'

export async function beginSignIn(ctx: PublicContext, ceremony: Ceremony) {
  requirePasskeys(ctx)
  const { requestOptions } = await loadWebAuthn()
  const options = await requestOptions(ceremony)
  await keepChallenge(ctx, ceremony, { purpose: 'sign in', challenge: options.challenge })
  return options
}

export async function signInWithPasskey(
  ctx: PublicContext,
  ceremony: Ceremony,
  { credential }: PasskeyUse,
  browser: Browser,
): Promise<SessionKey> {
  requirePasskeys(ctx)
  const { challengeIn, verifyUse } = await loadWebAuthn()
  const challenge = challengeIn(credential.response.clientDataJSON)
  await takeChallenge(ctx, ceremony, 'sign in', challenge)
  return inTransaction(ctx, async (tx) => {
    const passkey = await store.lockPasskey(tx.db, credential.id)
    if (!passkey) throw new BadInput('This passkey opens no account here. It may have been removed.')
    const use = await verifyUse(ceremony, challenge, credential, passkey)
    await store.markPasskeyUsed(tx.db, passkey, { ...use, last_used_at: tx.now })
    return openSession(tx, passkey.account_id, browser)
  })
}

export async function beginSignUp(ctx: PublicContext, ceremony: Ceremony, input: SignUpInput) {
  requirePasskeys(ctx)
  const { name, email, setup_token } = input
  if (setup_token === undefined) await requireOpenSignUp(ctx)
  else await requireSetupLink(ctx, setup_token)
  const { creationOptions } = await loadWebAuthn()
  const userHandle = newUserHandle()
  const options = await creationOptions(ceremony, { userHandle, email, name, existing: [] })
  await keepChallenge(ctx, ceremony, { purpose: 'sign up', challenge: options.challenge, userHandle })
  return options
}

/** Creates an account that its passkey opens, and signs in. Its address is taken as it is, so it joins no other account. */
export async function signUp(
  ctx: PublicContext,
  ceremony: Ceremony,
  { name, email, setup_token, credential, time_zone = 'UTC' }: SignUp,
  browser: Browser,
): Promise<{ key: SessionKey; recovery_codes: string[] }> {
  if (setup_token === undefined) await requireOpenSignUp(ctx)
  const verified = await verifyNew(ctx, ceremony, 'sign up', { credential })
  return inTransaction(ctx, async (tx) => {
    if (setup_token !== undefined) await takeSetupLink(tx, setup_token)
    const identity = { issuer: PASSKEY_ISSUER, subject: verified.credential_id }
    // The person with the link runs this server, and may be among ADMIN_EMAILS.
    const person = { ...identity, name, email, emailVerified: setup_token !== undefined, picture: null }
    const accountId = await createAccount(tx, person, time_zone)
    if (accountId === undefined) throw new Conflict('This passkey is in use already')
    await startTrial(tx, accountId, identity)
    const passkey = await storePasskey(tx, accountId, verified, { userAgent: browser.userAgent, taken: [] })
    const owner = { ...tx, accountId, actor: { type: 'user' } as const }
    await recordAudit(owner, 'passkey_added', { device: passkey.name })
    const recovery_codes = await replaceRecoveryCodes(owner)
    return { key: await openSession(tx, accountId, browser), recovery_codes }
  })
}

/** A passkey proves no address, so it begins an account only where nothing else can. The first account needs the setup link. */
async function requireOpenSignUp({ db, services }: PublicContext): Promise<void> {
  const { methods, signUp } = services.signIn
  if (signUp === 'closed') throw new SignUpClosed()
  if (!isPasskeyAlone(methods))
    throw new Forbidden('New accounts begin with another way to sign in. Add a passkey to yours afterwards.')
  if (!(await store.hasAccounts(db)))
    throw new Forbidden(
      'The first account is created with the setup link that Daybook printed when it started. Restart it to get another one.',
    )
}

const SETUP_MS = 60 * 60_000

async function requireSetupLink({ db, now }: PublicContext, token: string): Promise<void> {
  await requireNoAccounts(db)
  if (!(await store.findSetupLink(db, hashToken(token), now))) throw new UnknownSetupLink()
}

async function takeSetupLink({ db, now }: PublicContext, token: string): Promise<void> {
  const isFirst = await store.takeSetupLink(db, hashToken(token), now)
  await requireNoAccounts(db)
  if (!isFirst) throw new UnknownSetupLink()
}

async function requireNoAccounts(db: Db): Promise<void> {
  if (await store.hasAccounts(db)) throw new NotFound('This Daybook is set up already. Sign in instead.')
}

class UnknownSetupLink extends NotFound {
  constructor() {
    super('This setup link no longer works. Restart Daybook to get another one.')
  }
}

/**
 * The address at which a new server gets its first account, where a passkey is the only way to sign in. Undefined if there
 * is one already. It replaces the link of a start before, or of another server.
 */
export async function offerSetup({ db, now, services }: PublicContext): Promise<URL | undefined> {
  if (!isPasskeyAlone(services.signIn.methods) || (await store.hasAccounts(db))) return undefined
  const token = newToken()
  await store.replaceSetupLink(db, hashToken(token), new Date(now.getTime() + SETUP_MS))
  return new URL(`/setup#${token}`, services.publicUrl)
}

export const deleteOldChallenges = ({ db, now }: PublicContext): Promise<void> =>
  store.deleteOldChallenges(db, now)
