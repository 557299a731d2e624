import { MailAddress } from '#core/schemas.ts'
import { mailVisitor, senderName } from '#features/engagement/notifications/actions/mails.ts'
import { DAY_MILLISECONDS, describeWait } from '#features/engagement/notifications/rules/mails.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { type Context, visitorOf } from '#server/context.ts'
import { hashToken, newToken } from '#server/crypto/tokens.ts'
import { RateLimited, Unavailable, ValidationError } from '#server/errors.ts'
import { ADDRESS_CHANGES_A_DAY, CONFIRMATION_DAYS, confirmationPath, oldestConfirmable } from '../rules.ts'
import * as store from '../store/address-changes.ts'

/** Mails the new address a link that confirms it. Call `lockReach` first. */
export async function requestAddress(tx: Context, oldEmail: string, email: string): Promise<void> {
  if (!MailAddress.safeParse(email).success)
    throw new ValidationError({ email: 'Email cannot be sent to this address' })
  const sender = await senderName(tx)
  if (!tx.services.mail.enabled) {
    throw new Unavailable(`A new address cannot be confirmed here. Please tell ${sender} about it.`, {
      code: 'mail_not_set_up',
    })
  }
  const token = await insertChange(tx, { email, old_email: oldEmail, confirmed_at: null })
  await mailVisitor(tx, email, {
    subject: `Confirm your email address for ${sender}`,
    heading: 'Confirm your email address',
    // Nothing that the visitor wrote: the address may be anybody's.
    paragraphs: [
      `${sender} was asked to send emails to this address from now on. Please confirm that it is yours.`,
      `The link works for ${CONFIRMATION_DAYS} days. If you did not ask for this, ignore this email: nothing changes.`,
    ],
    button: { label: 'Confirm the address', path: confirmationPath(`${tx.accountId}.${token}`) },
  })
}

/** The visitor has no address any more, which needs no confirmation. Call `lockReach` first. */
export async function recordAddressRemoval(tx: Context, oldEmail: string): Promise<void> {
  await insertChange(tx, { email: '', old_email: oldEmail, confirmed_at: tx.now })
  await recordMovedMail(tx, oldEmail)
}

/** Returns the token that confirms it. */
async function insertChange(
  tx: Context,
  change: { email: string; old_email: string; confirmed_at: Date | null },
): Promise<string> {
  const { db, accountId, now } = tx
  const visitor = visitorOf(tx)
  const dayAgo = new Date(now.getTime() - DAY_MILLISECONDS)
  const earlier = await store.findRequest(db, accountId, visitor, dayAgo, ADDRESS_CHANGES_A_DAY)
  if (earlier) {
    const wait = earlier.getTime() - dayAgo.getTime()
    throw new RateLimited(
      Math.ceil(wait / 1000),
      `You can change your email address ${ADDRESS_CHANGES_A_DAY} times a day. Please try again in ${describeWait(wait)}.`,
    )
  }
  await store.deleteChangesUntil(db, accountId, oldestConfirmable(now))
  const token = newToken()
  await store.insertChange(db, accountId, visitor, {
    ...change,
    token_hash: hashToken(token),
    requested_at: now,
  })
  return token
}

/** Emails no longer go to the old address. It is told, so that nobody redirects another person's mail without their knowledge. */
export async function recordMovedMail(tx: Context, oldEmail: string): Promise<void> {
  await recordAudit(tx, 'client_address_changed', { clientId: visitorOf(tx).clientId })
  if (!tx.services.mail.enabled || !MailAddress.safeParse(oldEmail).success) return
  const sender = await senderName(tx)
  try {
    await mailVisitor(tx, oldEmail, {
      subject: `Your email address at ${sender} was changed`,
      heading: 'Your email address was changed',
      paragraphs: [
        `It was changed in your portal. From now on, emails from ${sender} no longer go to this address.`,
        'If this was not you, please answer this email.',
      ],
    })
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error
    tx.log.warn({ reason: error.message }, 'earlier address not told of its change')
  }
}
