import type { PublicContext } from '#server/context.ts'
import { hashToken } from '#server/crypto/tokens.ts'
import { BadInput, NotFound } from '#server/errors.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Site } from '#server/identity/webauthn.ts'
import * as store from '../store.ts'

/** Loaded with its first use. */
export const loadWebAuthn = () => import('#server/identity/webauthn.ts')

/** The browser in which a passkey is made or used, and the site that it shows. */
export interface Ceremony extends Site {
  /** From a cookie: only the browser that got a challenge can answer it. */
  browserToken: string
}

type Purpose = 'sign in' | 'sign up' | 'add passkey'

const CHALLENGE_MS = 5 * 60_000

export function requirePasskeys({ services }: PublicContext): void {
  if (!services.signIn.methods.includes('passkey'))
    throw new NotFound('This Daybook has no sign-in with passkeys')
}

interface Asked {
  purpose: Purpose
  challenge: string
  accountId?: AccountId
  userHandle?: Buffer
}

export async function keepChallenge(
  { db, now }: PublicContext,
  { browserToken }: Ceremony,
  { purpose, challenge, accountId, userHandle }: Asked,
): Promise<void> {
  await store.insertChallenge(db, {
    challenge_hash: hashToken(challenge),
    browser_hash: hashToken(browserToken),
    purpose,
    account_id: accountId ?? null,
    user_handle: userHandle ?? null,
    expires_at: new Date(now.getTime() + CHALLENGE_MS),
  })
}

/** A challenge is used up by the first answer, whether that is right or not. */
export async function takeChallenge(
  { db, now }: PublicContext,
  { browserToken }: Ceremony,
  purpose: Purpose,
  challenge: string,
) {
  const hashes = { challenge_hash: hashToken(challenge), browser_hash: hashToken(browserToken) }
  const taken = await store.takeChallenge(db, { ...hashes, purpose }, now)
  if (!taken)
    throw new BadInput('This was not started in this browser, or took too long. Please start again.')
  return taken
}
