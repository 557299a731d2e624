import { z } from 'zod'
import { actForAccount } from '#features/foundation/account/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { type Context, contextFor, inTransaction, type PublicContext } from '#server/context.ts'
import { InvalidLink } from '#server/errors.ts'
import type { MailSubscription } from '../contract/unsubscription.ts'
import { mailboxOf } from '../rules/mails.ts'
import * as store from '../store/unsubscription.ts'
import { hashOfMailbox, type Recipient, senderName } from './mails.ts'

/** The page on which this client unsubscribes. Works as long as the account exists, and opens nothing else. */
export function unsubscribeUrl(ctx: Context, { id, email }: Pick<Recipient, 'id' | 'email'>): URL {
  const code = encryptionOf(ctx).encrypt(JSON.stringify([ctx.accountId, id, email]), CONTEXT)
  return new URL(`/unsubscribe/${code.toString('base64url')}`, ctx.services.publicUrl)
}

export async function getSubscription(base: PublicContext, code: string): Promise<MailSubscription> {
  const { ctx, email } = await readCode(base, code)
  const [sender, unsubscribed_at] = [
    await senderName(ctx),
    await store.findUnsubscription(ctx.db, ctx.accountId, hashOfMailbox(email)),
  ]
  return { sender, unsubscribed_at }
}

export function unsubscribe(base: PublicContext, code: string): Promise<MailSubscription> {
  return inTransaction(base, async (tx) => {
    const { ctx, clientId, email } = await readCode(tx, code)
    if (await store.insertUnsubscription(ctx.db, ctx.accountId, hashOfMailbox(email), ctx.now))
      await record(ctx, 'client.unsubscribed', clientId, email)
    return getSubscription(tx, code)
  })
}

export function resubscribe(base: PublicContext, code: string): Promise<MailSubscription> {
  return inTransaction(base, async (tx) => {
    const { ctx, clientId, email } = await readCode(tx, code)
    if (await store.deleteUnsubscription(ctx.db, ctx.accountId, hashOfMailbox(email)))
      await record(ctx, 'client.resubscribed', clientId, email)
    return getSubscription(tx, code)
  })
}

/** Not if the client has another address by now. */
async function record(
  ctx: Context,
  type: 'client.unsubscribed' | 'client.resubscribed',
  clientId: number,
  email: string,
): Promise<void> {
  const client = await store.lockClient(ctx.db, ctx.accountId, clientId)
  if (client && mailboxOf(client.email) === mailboxOf(email)) await recordActivity(ctx, { type, client })
}

const CONTEXT = 'code'
const Code = z.tuple([z.int(), z.int(), z.string()])

async function readCode(base: PublicContext, code: string) {
  const [account, clientId, email] = decrypt(base, code)
  const caller = await actForAccount(base, account)
  if (!caller) throw new InvalidLink()
  return { ctx: contextFor(caller, base), clientId, email }
}

function decrypt(base: PublicContext, code: string): z.output<typeof Code> {
  try {
    return Code.parse(JSON.parse(encryptionOf(base).decrypt(Buffer.from(code, 'base64url'), CONTEXT)))
  } catch {
    throw new InvalidLink()
  }
}

const encryptionOf = ({ services }: PublicContext) => services.encryptionFor('unsubscribe links')
