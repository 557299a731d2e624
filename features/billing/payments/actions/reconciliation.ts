import type { MinorUnits } from '#core/money.ts'
import { mailFreelancer } from '#features/engagement/notifications/actions/mails.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Unavailable } from '#server/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { AccountDisconnected } from '#server/payments/payments.ts'
import type { PaymentState } from '../contract.ts'
import { entriesOf, paymentState, stateAfter } from '../rules/checkouts.ts'
import { balanceOf } from '../rules/ledger.ts'
import { failureNotice, type Notice, noticeOf, returnNotice } from '../rules/notices.ts'
import * as store from '../store/checkouts.ts'
import { type Checkout, closeCheckouts } from './checkouts.ts'
import { noticeDisconnection } from './connection.ts'
import {
  lockPayable,
  mailReceipt,
  type PaymentChanges,
  record,
  settle,
  syncProviderPayment,
} from './ledger.ts'

/** The state of an invoice's payment, read from the provider if it is not decided yet. */
export async function findPaymentState(ctx: Context, invoiceId: number): Promise<PaymentState> {
  const checkout = await store.findLatestCheckout(ctx.db, ctx.accountId, invoiceId)
  if (checkout && UNDECIDED.has(checkout.state)) {
    await followCheckout({ ...ctx, actor: { type: 'system' } }, checkout)
  }
  return paymentState((await store.findLatestCheckout(ctx.db, ctx.accountId, invoiceId))?.state)
}

const UNDECIDED = new Set<Checkout['state']>(['open', 'closing', 'processing'])

/** Reads a checkout from the provider, and its payment if there is one. */
export async function followCheckout(ctx: Context, checkout: Checkout): Promise<void> {
  if (checkout.session_id === null) return closeIfAbandoned(ctx, checkout)
  try {
    await followSession(ctx, checkout.provider_account_id, checkout.session_id)
  } catch (error) {
    if (!(error instanceof AccountDisconnected)) throw error
    await noticeDisconnection(ctx, checkout.provider_account_id)
    await store.close(ctx.db, ctx.accountId, checkout.id)
  }
}

/** The server stopped before it knew the session. Nobody has its address. */
async function closeIfAbandoned(ctx: Context, checkout: Checkout): Promise<void> {
  if (checkout.expires_at < ctx.now || checkout.state === 'closing')
    await store.close(ctx.db, ctx.accountId, checkout.id)
}

export async function followSession(
  ctx: Context,
  providerAccountId: string,
  sessionId: string,
): Promise<void> {
  const { payments, publicUrl } = ctx.services
  const session = await payments.findCheckout(providerAccountId, sessionId, publicUrl.href)
  if (session.paymentId !== undefined) {
    await reconcilePayment(ctx, providerAccountId, session.paymentId, session.status !== 'open')
  }
  const checkout =
    session.key === null ? undefined : await store.findCheckoutByKey(ctx.db, ctx.accountId, session.key)
  const isOver = session.status === 'expired' && checkout?.provider_account_id === providerAccountId
  if (isOver) await store.close(ctx.db, ctx.accountId, checkout.id)
}

/** So that one run takes neither long nor many calls of the provider. */
const READ_AGAIN_AT_ONCE = 50

/** Catches up on events that never arrived. A checkout that fails keeps none of the others from being followed. */
export async function followCheckouts(ctx: Context): Promise<void> {
  let failures = 0
  let read = 0
  const attempt = async (checkout: Checkout, follow: typeof followCheckout): Promise<boolean> => {
    try {
      await follow(ctx, checkout)
      return true
    } catch (error) {
      failures++
      ctx.log.warn({ err: error, checkout: checkout.id }, 'checkout could not be followed')
      return false
    }
  }
  for (const checkout of await store.listUnfinished(ctx.db, ctx.accountId))
    await attempt(checkout, followCheckout)
  for (const checkout of await store.listToReadAgain(ctx.db, ctx.accountId, ctx.now)) {
    if (read === READ_AGAIN_AT_ONCE) break
    if (await attempt(checkout, readAgain)) read++
  }
  if (failures > 0) throw new Error(`${failures} checkouts could not be followed`)
}

async function readAgain(ctx: Context, checkout: Checkout): Promise<void> {
  const { provider_account_id, provider_payment_id } = checkout
  try {
    if (provider_payment_id) await reconcilePayment(ctx, provider_account_id, provider_payment_id)
  } catch (error) {
    if (!(error instanceof AccountDisconnected)) throw error
    await noticeDisconnection(ctx, provider_account_id)
  }
  await store.setReadAgain(ctx.db, ctx.accountId, checkout.id, nextReading(ctx, checkout))
}

const DAY_MILLISECONDS = 86_400_000
const READ_AGAIN_DAYS = 180

/** Each day, in case an event about a refund or dispute never arrived. Later these are rare. */
function nextReading({ now }: Context, { created_at }: Checkout): Date | null {
  const isRecent = now.getTime() - created_at.getTime() < READ_AGAIN_DAYS * DAY_MILLISECONDS
  return isRecent ? new Date(now.getTime() + DAY_MILLISECONDS) : null
}

const MAX_READINGS = 20

/**
 * Brings the books to what the provider says of a payment, its refunds and disputes. No lock is held while the provider is
 * asked: if another reading has been stored since, this one may be older, so it is read again. A payment that is none of
 * ours changes nothing. `isOver`: the client cannot try again on the same page.
 */
export async function reconcilePayment(
  ctx: Context,
  providerAccountId: string,
  paymentId: string,
  isOver = false,
): Promise<void> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const before = await store.findCheckoutOfPayment(ctx.db, ctx.accountId, paymentId)
    const payment = await ctx.services.payments.findPayment(providerAccountId, paymentId)
    const checkout =
      before ??
      (payment.checkoutKey && (await store.findCheckoutByKey(ctx.db, ctx.accountId, payment.checkoutKey)))
    if (!checkout || !isOurs(checkout, providerAccountId, paymentId)) return
    if (payment.currency !== checkout.currency) throw new Error('the payment is in another currency')
    const readings = before?.readings ?? 0
    const isStored = await inTransaction(ctx, (tx) =>
      storeReading(tx, { ...checkout, readings }, payment, isOver),
    )
    if (isStored) return
  }
  throw new Unavailable('This payment is changing right now. Please try again.')
}

/** A payment of another account, or one that names the checkout of another payment, is none of ours. */
const isOurs = (checkout: Checkout, providerAccountId: string, paymentId: string): boolean =>
  checkout.provider_account_id === providerAccountId &&
  (checkout.provider_payment_id === null || checkout.provider_payment_id === paymentId)

type ProviderPayment = Awaited<ReturnType<Context['services']['payments']['findPayment']>>

async function storeReading(
  tx: Context,
  checkout: Checkout,
  payment: ProviderPayment,
  isOver: boolean,
): Promise<boolean> {
  const invoice = await lockPayable(tx, checkout.invoice_id)
  const state = stateAfter(checkout.state, payment.state, isOver)
  const next = state === 'paid' ? nextReading(tx, checkout) : null
  const read_again_at = next && (checkout.read_again_at ?? next)
  const stored = { state, provider_payment_id: payment.id, read_again_at }
  if (!(await store.keepReading(tx.db, tx.accountId, checkout, stored))) return false
  if (state === 'processing') await closeCheckouts(tx, invoice.id)
  const { timeZone, today } = tx
  const wasProcessing = checkout.state === 'processing'
  const entries = entriesOf(payment, { timeZone, today, wasProcessing, invoice, home: tx.currency })
  const changes = await syncProviderPayment(tx, invoice, payment.id, entries)
  if (changes) {
    const settlement = await settle(tx, invoice, changes.changed)
    const paid = { ...invoice, ...settlement }
    await notifyBoth(tx, { ...paid, balance: balanceOf(paid) }, changes)
  }
  if (state === 'failed' && checkout.state !== 'failed') await notifyOfFailure(tx, invoice)
  return true
}

type LockedPayable = Awaited<ReturnType<typeof lockPayable>>

const EVENTS = {
  payment: 'invoice.payment_received',
  refund: 'invoice.payment_refunded',
  dispute: 'invoice.payment_disputed',
} as const

/** The freelancer is mailed about every change, and the client gets the receipt of a payment. */
async function notifyBoth(
  tx: Context,
  invoice: LockedPayable & { balance: MinorUnits; overpaid: MinorUnits },
  { added, removed }: PaymentChanges,
): Promise<void> {
  for (const { kind } of added) await record(tx, EVENTS[kind], invoice)
  if (removed.includes('dispute')) await record(tx, 'invoice.dispute_won', invoice)
  for (const entry of added) await mailAboutInvoice(tx, invoice, noticeOf(invoice, entry, tx.locale))
  for (const kind of removed) await mailAboutInvoice(tx, invoice, returnNotice(invoice, kind, tx.locale))
  for (const { kind, id } of added)
    if (kind === 'payment') await enqueue(tx, mailReceipt, { invoiceId: invoice.id, paymentId: id })
}

async function notifyOfFailure(tx: Context, invoice: LockedPayable): Promise<void> {
  await record(tx, 'invoice.payment_failed', invoice)
  await mailAboutInvoice(tx, invoice, failureNotice(invoice))
}

const mailAboutInvoice = (tx: Context, { id, client_id }: LockedPayable, notice: Notice) =>
  mailFreelancer(
    tx,
    { ...notice, button: { label: 'Open the invoice', path: `/invoices?view=${id}` } },
    {
      clientId: client_id,
      footer: 'You are receiving this email because your clients can pay online into your Stripe account.',
    },
  )
