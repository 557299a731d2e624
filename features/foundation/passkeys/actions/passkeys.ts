import { randomBytes } from 'node:crypto'
import { currentUser } from '#features/foundation/account/actions.ts'
import { deviceIn } from '#features/foundation/account/rules.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { BadInput, Conflict, NotFound } from '#server/errors.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { NewPasskey, Passkey, PasskeyInput } from '../contract.ts'
import { MAX_PASSKEYS, PASSKEY_ISSUER, passkeyName } from '../rules.ts'
import * as store from '../store.ts'
import { type Ceremony, keepChallenge, loadWebAuthn, requirePasskeys, takeChallenge } from './ceremonies.ts'
import { requireAnotherMethod } from './methods.ts'
import { replaceRecoveryCodes } from './recovery.ts'

export const listPasskeys = ({ db, accountId }: Context): Promise<Passkey[]> =>
  store.listPasskeys(db, accountId)

const USER_HANDLE_BYTES = 32
export const newUserHandle = (): Buffer => randomBytes(USER_HANDLE_BYTES)

export async function beginPasskey(ctx: Context, ceremony: Ceremony) {
  requirePasskeys(ctx)
  const { creationOptions } = await loadWebAuthn()
  const user = await currentUser(ctx)
  const existing = await store.listPasskeys(ctx.db, ctx.accountId)
  const userHandle = existing[0]?.user_handle ?? newUserHandle()
  const { email, google_user_data } = user
  const options = await creationOptions(ceremony, {
    userHandle,
    email,
    name: google_user_data.name ?? email,
    existing,
  })
  await keepChallenge(ctx, ceremony, {
    purpose: 'add passkey',
    challenge: options.challenge,
    accountId: ctx.accountId,
    userHandle,
  })
  return options
}

/** The recovery codes are those of the first passkey; null with any other. */
export async function addPasskey(
  ctx: Context,
  ceremony: Ceremony,
  { credential }: NewPasskey,
  userAgent: string | undefined,
): Promise<Passkey & { recovery_codes: string[] | null }> {
  const verified = await verifyNew(ctx, ceremony, 'add passkey', { credential })
  if (verified.forAccount !== ctx.accountId)
    throw new BadInput('You are using another account by now. Please start again.')
  return inTransaction(ctx, async (tx) => {
    await store.lockMethods(tx.db, ctx.accountId)
    const existing = await store.listPasskeys(tx.db, ctx.accountId)
    if (existing.length >= MAX_PASSKEYS)
      throw new Conflict(`An account can have ${MAX_PASSKEYS} passkeys. Remove one you no longer use.`)
    if (!(await store.linkPasskey(tx.db, ctx.accountId, verified.credential_id, ctx.now)))
      throw new Conflict('This passkey is in use already')
    const taken = existing.map(({ name }) => name)
    const passkey = await storePasskey(tx, ctx.accountId, verified, { userAgent, taken })
    await recordAudit(tx, 'passkey_added', { device: passkey.name })
    return { ...passkey, recovery_codes: existing.length === 0 ? await replaceRecoveryCodes(tx) : null }
  })
}

export type VerifiedPasskey = Awaited<ReturnType<typeof verifyNew>>

export async function verifyNew(
  ctx: PublicContext,
  ceremony: Ceremony,
  purpose: 'add passkey' | 'sign up',
  { credential }: NewPasskey,
) {
  requirePasskeys(ctx)
  const { challengeIn, verifyCreation } = await loadWebAuthn()
  const challenge = challengeIn(credential.response.clientDataJSON)
  const { account_id, user_handle } = await takeChallenge(ctx, ceremony, purpose, challenge)
  const verified = await verifyCreation(ceremony, challenge, credential)
  return { ...verified, user_handle: user_handle ?? newUserHandle(), forAccount: account_id }
}

/** Call it in the transaction that links its identity to the account. */
export const storePasskey = (
  tx: PublicContext,
  accountId: AccountId,
  { aaguid, forAccount: _, ...passkey }: VerifiedPasskey,
  { userAgent, taken }: { userAgent: string | undefined; taken: readonly string[] },
): Promise<Passkey> =>
  store.insertPasskey(tx.db, {
    ...passkey,
    account_id: accountId,
    name: passkeyName(aaguid, deviceIn(userAgent), taken),
    created_at: tx.now,
  })

export async function renamePasskey(ctx: Context, id: number, { name }: PasskeyInput): Promise<Passkey> {
  const renamed = await store.renamePasskey(ctx.db, ctx.accountId, id, name)
  if (!renamed) throw new NotFound('Passkey not found')
  return renamed
}

export function removePasskey(ctx: Context, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    await store.lockMethods(tx.db, ctx.accountId)
    const passkeys = await store.listPasskeys(tx.db, ctx.accountId)
    const passkey = passkeys.find((one) => one.id === id)
    if (!passkey) throw new NotFound('Passkey not found')
    const identity = { issuer: PASSKEY_ISSUER, subject: passkey.credential_id }
    await requireAnotherMethod(tx, identity)
    await store.deleteIdentity(tx.db, ctx.accountId, identity)
    await store.deletePasskey(tx.db, ctx.accountId, id)
    await recordAudit(tx, 'passkey_removed', { device: passkey.name })
    return { success: true }
  })
}
