import { EMAIL_ISSUER } from '#features/foundation/account/rules.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { LinkedIdentity, SignInMethods } from '../contract.ts'
import { canRemove, PASSKEY_ISSUER } from '../rules.ts'
import * as store from '../store.ts'

interface Identity {
  issuer: string
  subject: string
}

export async function listMethods(ctx: Context): Promise<SignInMethods> {
  const { db, accountId, services } = ctx
  const identities = await store.listIdentities(db, accountId)
  return {
    identities: identities
      .filter(({ issuer }) => issuer !== PASSKEY_ISSUER)
      .map((identity) => toLinked(ctx, identity)),
    passkeys: await store.listPasskeys(db, accountId),
    recovery_codes_left: await store.countRecoveryCodes(db, accountId),
    offers_passkeys: services.signIn.methods.includes('passkey'),
  }
}

type FoundIdentity = Awaited<ReturnType<typeof store.listIdentities>>[number]

function toLinked(ctx: Context, identity: FoundIdentity): LinkedIdentity {
  const { id, issuer, subject, created_at, last_used_at } = identity
  const isEmail = issuer === EMAIL_ISSUER
  return {
    id,
    kind: isEmail ? 'email' : 'provider',
    name: isEmail ? subject : providerName(ctx, issuer),
    created_at,
    last_used_at,
  }
}

const providerName = (ctx: PublicContext, issuer: string): string =>
  isOurProvider(ctx, issuer) ? ctx.services.signIn.providerName : (URL.parse(issuer)?.host ?? issuer)

/** A token names its issuer without the slash that an address ends with. */
const isOurProvider = ({ services: { identity } }: PublicContext, issuer: string): boolean =>
  identity !== undefined && URL.parse(issuer)?.href === identity.issuer.href

export function removeMethod(ctx: Context, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    await store.lockMethods(tx.db, ctx.accountId)
    const identities = await store.listIdentities(tx.db, ctx.accountId)
    const identity = identities.find((one) => one.id === id && one.issuer !== PASSKEY_ISSUER)
    if (!identity) throw new NotFound('Way to sign in not found')
    await requireAnotherMethod(tx, identity)
    await store.deleteIdentity(tx.db, ctx.accountId, identity)
    await recordAudit(tx, 'sign_in_method_removed', { device: toLinked(tx, identity).name })
    return { success: true }
  })
}

/** Refuses to remove the last way to sign in. Call it with the account's methods locked. */
export async function requireAnotherMethod(tx: Context, removed: Identity): Promise<void> {
  const identities = await store.listIdentities(tx.db, tx.accountId)
  const methods = identities.map((one) => ({ id: keyOf(one), isUsable: isUsable(tx, one) }))
  if (!canRemove(methods, keyOf(removed)))
    throw new Conflict('This is your last way to sign in. Add another one first.')
}

const keyOf = ({ issuer, subject }: Identity): string => `${issuer} ${subject}`

function isUsable(ctx: Context, { issuer }: Identity): boolean {
  const { methods } = ctx.services.signIn
  if (issuer === PASSKEY_ISSUER) return methods.includes('passkey')
  if (issuer === EMAIL_ISSUER) return methods.includes('email')
  return isOurProvider(ctx, issuer)
}
