import { senderName } from '#features/engagement/notifications/actions/mails.ts'
import { type Caller, type Context, contextFor, inTransaction, type PublicContext } from '#server/context.ts'
import { hashToken, parseKey } from '#server/crypto/tokens.ts'
import { InvalidLink } from '#server/errors.ts'
import type { AddressChange } from '../contract/confirmation.ts'
import { changesOf, isPending } from '../rules.ts'
import * as store from '../store/address-changes.ts'
import { recordMovedMail } from './address-request.ts'
import { findReach, lockReach, recordDetailsChanged, saveReach, tellFreelancer } from './own-details.ts'

/** Changes nothing, since mail servers open links, too. */
export async function getAddressChange(base: PublicContext, code: string): Promise<AddressChange> {
  const { ctx, change } = await readCode(base, code)
  return { sender: await senderName(ctx), email: change.email, confirmed_at: change.confirmed_at }
}

/** Confirming again changes nothing. */
export function confirmAddress(base: PublicContext, code: string): Promise<AddressChange> {
  return inTransaction(base, async (tx) => {
    await lockReach((await readCode(tx, code)).ctx)
    const { ctx, change } = await readCode(tx, code)
    if (change.confirmed_at === null) await applyChange(ctx, change)
    return getAddressChange(tx, code)
  })
}

async function applyChange(tx: Context, { id, email }: StoredChange): Promise<void> {
  const before = await findReach(tx)
  const after = { ...before, email }
  await store.markConfirmed(tx.db, tx.accountId, id, tx.now)
  await saveReach(tx, after)
  await recordDetailsChanged(tx, before.name, ['email'])
  await tellFreelancer(
    tx,
    before.name,
    changesOf(before, after).map(({ text }) => text),
  )
  await recordMovedMail(tx, before.email)
}

type StoredChange = NonNullable<Awaited<ReturnType<typeof store.findByToken>>>

const NO_ACCOUNT = 0

/** The change that a code confirms, and the visitor whose address it is. A code works until another address is asked for. */
async function readCode(base: PublicContext, code: string): Promise<{ ctx: Context; change: StoredChange }> {
  const { account, token } = parseKey(code) ?? { account: NO_ACCOUNT, token: code }
  const change = await store.findByToken(base.db, account, hashToken(token))
  if (!change) throw new InvalidLink()
  if (change.confirmed_at === null && !isPending(change, change.present_email, base.now))
    throw new InvalidLink()
  return { ctx: contextFor(visitorIn(change, base.now), base), change }
}

/** No link was used, so none is named. */
const NO_LINK = 0

function visitorIn(change: StoredChange, now: Date): Caller {
  const { account_id, time_zone, currency, locale, client_id, client_name, contact_id, contact_name } = change
  return {
    accountId: account_id,
    timeZone: time_zone,
    currency,
    locale,
    isDemo: change.demo_expires_at !== null,
    actor: {
      type: 'client',
      clientId: client_id,
      clientName: client_name,
      contactId: contact_id,
      name: contact_name ?? client_name,
      locale,
      accessId: NO_LINK,
      accessCreatedAt: now,
      accessExpiresAt: now,
      purpose: 'visit',
    },
  }
}
