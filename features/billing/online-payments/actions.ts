import { createHash } from 'node:crypto'
import type { Currency } from '#core/currency.ts'
import { getInvoice, lockInvoice } from '#features/billing/invoices/actions/invoice.ts'
import {
  applyOnlinePayment,
  type OnlineChange,
  recordFailedPayment,
} from '#features/billing/invoices/actions/online.ts'
import { thankForPayment } from '#features/billing/invoices/actions/receipts.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import {
  type Checkout,
  claimCheckout,
  closeCheckout,
  closeEarlierSessions,
  discardCheckout,
  findCheckoutByKey,
  findCheckoutOfPayment,
  findLatestCheckout,
  findPayee,
  keepReading,
  keepSession,
  listCheckoutsToReadAgain,
  listUnfinishedCheckouts,
  postponeReading,
} from '#features/billing/payment-account/actions/checkouts.ts'
import {
  noticeDisconnection,
  ownerOf,
  readAccount,
} from '#features/billing/payment-account/actions/connection.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import { mailFreelancer } from '#features/engagement/notifications/actions.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { Conflict, type HttpError, Unavailable } from '#server/errors.ts'
import { toProviderAmount } from '#server/payments/amount.ts'
import { AccountDisconnected } from '#server/payments/payments.ts'
import { CheckoutRefused, type RefusedFor } from '#server/payments/refusal.ts'
import { CONNECT_EVENTS, type PaymentState } from './contract.ts'
import * as rules from './rules.ts'

/** Whether the client can pay this invoice online now, or once it is approved. */
export const canPayOnline = async (ctx: Context, invoice: Invoice): Promise<boolean> =>
  (await payableOnline(ctx, [invoice])).has(invoice.id)

type Payable = Pick<Invoice, 'id' | 'currency'> & Parameters<typeof rules.isPayableOnline>[0]

/** Those of the invoices that can be paid online now, or once they are approved, by their ids. */
export async function payableOnline(ctx: Context, invoices: Payable[]): Promise<Set<number>> {
  const payable = invoices.filter(
    (invoice) =>
      rules.isPayableOnline(invoice) &&
      toProviderAmount(rules.payableOnceApproved(invoice), invoice.currency) !== undefined,
  )
  if (payable.length === 0 || (await findPayee(ctx)) === undefined) return new Set()
  return new Set(payable.map(({ id }) => id))
}

const MAX_ATTEMPTS = 5
const NOT_NOW = 'This invoice cannot be paid online right now.'

/** The provider's page to pay what is payable of an invoice. Two tabs get the same page. `page` is where it leads back to. */
export async function openPayment(ctx: Context, invoiceId: number, page: string): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const url = await openPage(ctx, invoiceId, page)
    if (url) return url
  }
  throw new Unavailable('This invoice is changing right now. Please try again.')
}

/** Nothing if the session that was open is over by now. */
async function openPage(ctx: Context, invoiceId: number, page: string): Promise<string | undefined> {
  const { payments } = ctx.services
  const providerAccountId = (await findPayee(ctx)) ?? refuseForNow()
  const { checkout, invoice, clientEmail } = await claim(ctx, invoiceId, providerAccountId, page)
  try {
    const completed = await closeEarlierSessions(ctx, invoiceId)
    for (const earlier of completed) await followCheckout(ctx, earlier)
    if (completed.length > 0) return undefined
    if (checkout.session_id !== null) {
      const session = await payments.findCheckout(providerAccountId, checkout.session_id, page)
      if (session.status === 'open' && session.url) return session.url
      await followCheckout(ctx, checkout)
      return undefined
    }
    const session = await payments.openCheckout(providerAccountId, {
      key: checkout.key,
      accountId: ctx.accountId,
      invoiceId,
      title: `Invoice ${invoice.invoice_number}`,
      amount: checkout.amount,
      currency: checkout.currency,
      clientEmail,
      expiresAt: checkout.expires_at,
      successUrl: `${page}?paid`,
      cancelUrl: page,
    })
    if (await keepSession(ctx, checkout.id, session.id)) return session.url ?? undefined
    await payments.closeCheckout(providerAccountId, session.id)
    return undefined
  } catch (error) {
    if (error instanceof CheckoutRefused) return refuseCheckout(ctx, checkout, error)
    if (!(error instanceof AccountDisconnected)) throw error
    await noticeDisconnection(ctx, providerAccountId)
    return refuseForNow()
  }
}

async function refuseCheckout(ctx: Context, checkout: Checkout, error: CheckoutRefused): Promise<never> {
  // The provider would repeat this error for the same key all day.
  await discardCheckout(ctx, checkout.id)
  if (error.reason === 'account') await readAccount(ctx, checkout.provider_account_id)
  if (error.reason === 'unknown') ctx.log.error({ err: error }, 'payment page refused')
  throw checkoutRefusal(error.reason, checkout.currency)
}

const BY_TRANSFER = { details: 'Please pay it by bank transfer.' }

/** What the client is told if the provider does not open a payment page. */
function checkoutRefusal(reason: RefusedFor, currency: Currency): HttpError {
  if (reason === 'amount') return new Conflict('This amount cannot be paid online', BY_TRANSFER)
  if (reason === 'currency') return new Conflict(`Invoices in ${currency} cannot be paid online`, BY_TRANSFER)
  if (reason === 'account')
    return new Conflict('This business cannot take online payments right now', BY_TRANSFER)
  return new Unavailable('The payment page could not be opened. Please try again in a few minutes.')
}

function claim(ctx: Context, invoiceId: number, providerAccountId: string, page: string) {
  return inTransaction(ctx, async (tx) => {
    await lockInvoice(tx, invoiceId)
    const invoice = await getInvoice(tx, invoiceId)
    const client = await getClient(tx, invoice.client_id)
    requirePayable(invoice, client.approval_required)
    const parameters = createHash('sha256')
      .update(JSON.stringify([page, client.email]))
      .digest('hex')
    const { payable: amount, currency } = invoice
    const checkout = await claimCheckout(tx, { invoiceId, providerAccountId, amount, currency, parameters })
    return { checkout, invoice, clientEmail: client.email || null }
  })
}

function requirePayable(invoice: Invoice, approvalRequired: boolean): void {
  if (invoice.payment_processing) throw new Conflict('Your payment is being processed.')
  if (invoice.status === 'paid') throw new Conflict('This invoice is already paid.')
  if (!rules.isPayableOnline(invoice)) refuseForNow()
  if (rules.needsApproval(invoice, approvalRequired)) {
    throw new Conflict('Please approve this invoice before you pay it.')
  }
}

function refuseForNow(): never {
  throw new Conflict(NOT_NOW)
}

/** Where the payment of an invoice stands, read from the provider if it is not decided yet. */
export async function findPaymentState(ctx: Context, invoiceId: number): Promise<PaymentState> {
  const checkout = await findLatestCheckout(ctx, invoiceId)
  if (checkout && UNDECIDED.has(checkout.state)) {
    await followCheckout({ ...ctx, actor: { type: 'system' } }, checkout)
  }
  return rules.paymentState((await findLatestCheckout(ctx, invoiceId))?.state)
}

const UNDECIDED = new Set<Checkout['state']>(['open', 'closing', 'processing'])

/** Reads a checkout from the provider, and its payment if there is one. */
async function followCheckout(ctx: Context, checkout: Checkout): Promise<void> {
  if (checkout.session_id === null) return closeIfAbandoned(ctx, checkout)
  try {
    await followSession(ctx, checkout.provider_account_id, checkout.session_id)
  } catch (error) {
    if (!(error instanceof AccountDisconnected)) throw error
    await noticeDisconnection(ctx, checkout.provider_account_id)
    await discardCheckout(ctx, checkout.id)
  }
}

/** The server stopped before it knew the session. Nobody has its address. */
async function closeIfAbandoned(ctx: Context, checkout: Checkout): Promise<void> {
  if (checkout.expires_at < ctx.now || checkout.state === 'closing') await discardCheckout(ctx, checkout.id)
}

async function followSession(ctx: Context, providerAccountId: string, sessionId: string): Promise<void> {
  const { payments, publicUrl } = ctx.services
  const session = await payments.findCheckout(providerAccountId, sessionId, publicUrl.href)
  if (session.paymentId !== undefined) {
    await reconcilePayment(ctx, providerAccountId, session.paymentId, session.status !== 'open')
  }
  const checkout = session.key === null ? undefined : await findCheckoutByKey(ctx, session.key)
  const isOver = session.status === 'expired' && checkout?.provider_account_id === providerAccountId
  if (isOver) await discardCheckout(ctx, checkout.id)
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
  for (const checkout of await listUnfinishedCheckouts(ctx)) await attempt(checkout, followCheckout)
  for (const checkout of await listCheckoutsToReadAgain(ctx)) {
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
  await postponeReading(ctx, checkout)
}

const MAX_READINGS = 20

/**
 * Brings the books to what the provider says of a payment, its refunds and disputes. No lock is held while the provider is
 * asked: if another reading has been stored since, this one may be older, so it is read again. A payment that is none of
 * ours changes nothing. `isOver`: the client cannot try again on the same page.
 */
async function reconcilePayment(
  ctx: Context,
  providerAccountId: string,
  paymentId: string,
  isOver = false,
): Promise<void> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const before = await findCheckoutOfPayment(ctx, paymentId)
    const payment = await ctx.services.payments.findPayment(providerAccountId, paymentId)
    const checkout = before ?? (payment.checkoutKey && (await findCheckoutByKey(ctx, payment.checkoutKey)))
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
  const locked = await lockInvoice(tx, checkout.invoice_id)
  const state = rules.stateAfter(checkout.state, payment.state, isOver)
  if (!(await keepReading(tx, checkout, { state, provider_payment_id: payment.id }))) return false
  if (state === 'processing') await closeCheckout(tx, locked)
  const { timeZone, today } = tx
  const wasProcessing = checkout.state === 'processing'
  const entries = rules.entriesOf(payment, { timeZone, today, wasProcessing })
  const change = await applyOnlinePayment(tx, checkout.invoice_id, payment.id, entries)
  if (change) await tellBoth(tx, change)
  if (state === 'failed' && checkout.state !== 'failed') await tellOfFailure(tx, checkout.invoice_id)
  return true
}

async function tellBoth(tx: Context, { invoice, added, removed }: OnlineChange): Promise<void> {
  const notices = [
    ...added.map((entry) => rules.noticeOf(invoice, entry, tx.locale)),
    ...removed.map((kind) => rules.returnNotice(invoice, kind, tx.locale)),
  ]
  for (const notice of notices) await mailAboutInvoice(tx, invoice, notice)
  for (const entry of added) if (entry.kind === 'payment') await thankForPayment(tx, invoice, entry)
}

async function tellOfFailure(tx: Context, invoiceId: number): Promise<void> {
  const invoice = await recordFailedPayment(tx, invoiceId)
  await mailAboutInvoice(tx, invoice, rules.failureNotice(invoice))
}

const mailAboutInvoice = (
  tx: Context,
  { id, client_id }: Invoice,
  notice: ReturnType<typeof rules.noticeOf>,
) =>
  mailFreelancer(
    tx,
    { ...notice, button: { label: 'Open the invoice', path: `/invoices?view=${id}` } },
    {
      clientId: client_id,
      footer: 'You are receiving this email because your clients can pay online into your Stripe account.',
    },
  )

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
