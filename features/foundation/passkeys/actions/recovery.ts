import { randomBytes } from 'node:crypto'
import { type Browser, openSession, type SessionKey } from '#features/foundation/account/actions.ts'
import { type Audited, recordAudit } from '#features/foundation/audit/actions.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { hashToken } from '#server/crypto/tokens.ts'
import { BadInput } from '#server/errors.ts'
import type { RecoveryInput } from '../contract.ts'
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, readRecoveryCode, writeRecoveryCode } from '../rules.ts'
import * as store from '../store.ts'
import { requirePasskeys } from './ceremonies.ts'

export function makeRecoveryCodes(ctx: Context): Promise<{ recovery_codes: string[] }> {
  requirePasskeys(ctx)
  return inTransaction(ctx, async (tx) => {
    await store.lockMethods(tx.db, ctx.accountId)
    return { recovery_codes: await replaceRecoveryCodes(tx) }
  })
}

/** Only their hashes are kept. Call it in the transaction that adds the first passkey, or replaces the codes. */
export async function replaceRecoveryCodes(tx: Audited): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    writeRecoveryCode(randomBytes(RECOVERY_CODE_BYTES)),
  )
  await store.replaceRecoveryCodes(tx.db, tx.accountId, codes.map(hashToken), tx.now)
  await recordAudit(tx, 'recovery_codes_made')
  return codes
}

/** One refusal, whether the address or the code is unknown. */
export function signInWithCode(
  ctx: PublicContext,
  { email, code }: RecoveryInput,
  browser: Browser,
): Promise<SessionKey> {
  requirePasskeys(ctx)
  return inTransaction(ctx, async (tx) => {
    const accountId = await store.takeRecoveryCode(tx.db, email, hashToken(readRecoveryCode(code)))
    if (accountId === undefined) throw new BadInput('This address and this code do not belong together.')
    await recordAudit({ ...tx, accountId, actor: { type: 'user' } }, 'recovery_code_used')
    return openSession(tx, accountId, browser)
  })
}
