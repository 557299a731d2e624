import { randomInt, timingSafeEqual } from 'node:crypto'
import { mayEnter, type SessionKey } from '#features/foundation/account/actions.ts'
import { emailIdentity } from '#features/foundation/account/rules.ts'
import { type NewSession, signIn } from '#features/foundation/sign-in/actions.ts'
import { inTransaction, type PublicContext } from '#server/context.ts'
import { hashToken, newToken } from '#server/crypto/tokens.ts'
import { BadInput, NotFound } from '#server/errors.ts'
import type { Person } from '#server/identity/identity.ts'
import { deliverNow } from '#server/mail/deliver-now.ts'
import { codeMail, signUpClosedMail } from './document.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

/** The name of the job that `mailCodes` runs in. */
export const MAIL_CODES = 'mail-sign-in-codes'

/**
 * Asks for a code. Everything that depends on the address happens afterwards, in the job, so that neither the answer nor its
 * time tells anything. Returns what the browser keeps, without which the code is of no use.
 */
export async function askForCode(ctx: PublicContext, email: string): Promise<string> {
  requireEmailCodes(ctx)
  const attempt = newToken()
  await inTransaction(ctx, async ({ db, now, services }) => {
    await store.insertAttempt(db, hashToken(attempt), email.toLowerCase(), now)
    await services.jobs.put(db, MAIL_CODES, null)
  })
  return attempt
}

function requireEmailCodes({ services }: PublicContext): void {
  if (!services.signIn.methods.includes('email')) throw new NotFound('Nobody signs in by email here')
}

/** A mail that takes long holds up one of these, and not all others. */
const MAILS_AT_ONCE = 5

/** Mails all codes that were asked for. Throws if some have to be tried again. */
export async function mailCodes(ctx: PublicContext): Promise<void> {
  const unmailed = await store.findUnmailed(ctx.db, rules.codesExpireBefore(ctx.now))
  const next = unmailed.values()
  const refused = await Promise.all(Array.from({ length: MAILS_AT_ONCE }, () => mailEach(ctx, next)))
  const [reason] = refused.flat()
  if (reason !== undefined) throw new Error(`The mail server refused for now: ${reason}`)
}

type Unmailed = Awaited<ReturnType<typeof store.findUnmailed>>[number]

/** Returns why some have to be tried again. */
async function mailEach(ctx: PublicContext, unmailed: Iterable<Unmailed>): Promise<string[]> {
  const refused: string[] = []
  for (const { attempt_hash, email } of unmailed) {
    const reason = await mailCode(ctx, attempt_hash, email)
    if (reason !== undefined) refused.push(reason)
  }
  return refused
}

/** Returns why it has to be tried again. */
async function mailCode(ctx: PublicContext, attempt: Buffer, email: string): Promise<string | undefined> {
  const isLetIn = await mayEnter(ctx, personWith(email))
  const code = isLetIn ? String(randomInt(1_000_000)).padStart(6, '0') : undefined
  if (!(await takeToMail(ctx, attempt, email, code))) return undefined
  const reader = { email, publicUrl: ctx.services.publicUrl }
  const mail = code === undefined ? signUpClosedMail(reader) : codeMail(code, reader)
  const delivery = await deliverNow(ctx.services.mail, mail, ctx.now)
  if (delivery.outcome === 'sent') return undefined
  if (delivery.outcome === 'refused' && delivery.transient) {
    await store.markUnmailed(ctx.db, attempt)
    return delivery.reason
  }
  ctx.log.error({ outcome: delivery.outcome, reason: delivery.reason }, 'a mail with a code was not sent')
  return undefined
}

/** Marked before the mail is sent, so that no crash sends it twice. False if it is not to be sent. */
function takeToMail(
  ctx: PublicContext,
  attempt: Buffer,
  email: string,
  code: string | undefined,
): Promise<boolean> {
  return inTransaction(ctx, async ({ db, now }) => {
    await store.lockMailsTo(db, email)
    const since = new Date(now.getTime() - rules.HOUR)
    if ((await store.countMails(db, email, since)) >= rules.MAILS_PER_HOUR) {
      await store.deleteAttempt(db, attempt)
      return false
    }
    const codeHash = code === undefined ? null : codeHashes(ctx, attempt, code)[0]
    return store.markMailed(db, attempt, codeHash, now)
  })
}

/** Those that no longer count towards the limit of mails. */
export const deleteOldAttempts = ({ db, now }: PublicContext): Promise<void> =>
  store.deleteAttemptsBefore(db, new Date(now.getTime() - 2 * rules.HOUR))

/** Signs in by the code from the mail, in the browser that asked for it. One refusal for every reason. */
export async function enterCode(
  ctx: PublicContext,
  { attempt, code }: { attempt: string; code: string },
  session: NewSession,
): Promise<SessionKey> {
  requireEmailCodes(ctx)
  const attemptHash = hashToken(attempt)
  const key = await inTransaction(ctx, async (tx) => {
    const found = await store.lockAttempt(tx.db, attemptHash)
    const isRight = isSameCode(codeHashes(ctx, attemptHash, code), found?.code_hash)
    if (!found || !rules.isUsable(found, tx.now)) return undefined
    if (!isRight) {
      await store.countWrongGuess(tx.db, attemptHash)
      return undefined
    }
    await store.markUsed(tx.db, attemptHash, tx.now)
    return signIn(tx, personWith(found.email), session)
  })
  if (key === undefined) throw new WrongCode()
  return key
}

/** Also takes its time if there is nothing to compare with. */
function isSameCode(given: Buffer[], stored: Buffer | null | undefined): boolean {
  const expected = stored ?? Buffer.alloc(given[0]?.length ?? 0)
  return given.map((hash) => timingSafeEqual(hash, expected)).includes(true)
}

const codeHashes = ({ services }: PublicContext, attemptHash: Buffer, code: string) =>
  services.encryptionFor('sign-in codes').hashes(`${attemptHash.toString('hex')} ${code}`)

const personWith = (email: string): Person => ({
  ...emailIdentity(email),
  email,
  emailVerified: true,
  name: null,
  picture: null,
})

class WrongCode extends BadInput {
  constructor() {
    super('This code is wrong or no longer valid in this browser. Check it, or ask for a new one.')
  }
}
