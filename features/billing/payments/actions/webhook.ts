import type { PublicContext } from '#server/context.ts'
import { AccountDisconnected } from '#server/payments/payments.ts'
import { CONNECT_EVENTS } from '../contract.ts'
import { noticeDisconnection, ownerOf, readAccount } from './connection.ts'
import { followSession, reconcilePayment } from './reconciliation.ts'

/** An event only says what to look at. What is true is read from the provider, for the account that the event names. */
export async function receiveEvent(
  base: PublicContext,
  payload: Uint8Array,
  signature: string,
): Promise<void> {
  const event = await base.services.payments.readEvent(payload, signature)
  if (!CONNECT_EVENTS.includes(event.type) || event.accountId === undefined) return
  const ctx = await ownerOf(base, event.accountId)
  if (!ctx) return
  const { accountId: connected, checkoutId, paymentId } = event
  if (event.type.startsWith('account.')) return readAccount(ctx, connected)
  try {
    if (checkoutId !== undefined) await followSession(ctx, connected, checkoutId)
    else if (paymentId !== undefined) await reconcilePayment(ctx, connected, paymentId)
  } catch (error) {
    if (!(error instanceof AccountDisconnected)) throw error
    await noticeDisconnection(ctx, connected)
  }
}
