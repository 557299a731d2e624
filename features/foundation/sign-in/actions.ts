import {
  type Browser,
  endSessionOf,
  openAccount,
  openSession,
  type SessionKey,
} from '#features/foundation/account/actions.ts'
import { startTrial } from '#features/foundation/subscription/actions/entitlement.ts'
import { inTransaction, type PublicContext } from '#server/context.ts'
import type { Person } from '#server/identity/identity.ts'

export type NewSession = Browser & { timeZone?: string | undefined }

/** Opens this person's account, which begins with a trial if it is new, and a session. */
export function signIn(
  ctx: PublicContext,
  person: Person,
  { timeZone = 'UTC', ...browser }: NewSession,
): Promise<SessionKey> {
  return inTransaction(ctx, async (tx) => {
    const { accountId, isNew } = await openAccount(tx, person, timeZone)
    if (isNew) await startTrial(tx, accountId, person)
    return openSession(tx, accountId, browser)
  })
}

export function signOut(ctx: PublicContext, key: string): Promise<void> {
  return inTransaction(ctx, (tx) => endSessionOf(tx, key, 'signed_out'))
}
