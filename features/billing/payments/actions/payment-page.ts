import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, type HttpError, Unavailable } from '#server/errors.ts'
import { toProviderAmount } from '#server/payments/amount.ts'
import { AccountDisconnected } from '#server/payments/payments.ts'
import { CheckoutRefused, type RefusedFor } from '#server/payments/refusal.ts'
import { isPayableOnline, payableOnceApproved } from '../rules/checkouts.ts'
import * as store from '../store/checkouts.ts'
import { type Checkout, claimCheckout, closeEarlierSessions, findPayee } from './checkouts.ts'
import { noticeDisconnection, readAccount } from './connection.ts'
import { followCheckout } from './reconciliation.ts'

/** An invoice that a client may be able to pay online. */
type Asked = { id: number; currency: Currency } & Parameters<typeof isPayableOnline>[0]

/** True if the client can pay this invoice online now, or once it is approved. */
export const canPayOnline = async (ctx: Context, invoice: Asked): Promise<boolean> =>
  (await payableOnline(ctx, [invoice])).has(invoice.id)

/** Ids of the invoices that can be paid online now, or once they are approved. */
export async function payableOnline(ctx: Context, invoices: Asked[]): Promise<Set<number>> {
  const payable = invoices.filter(
    (invoice) =>
      isPayableOnline(invoice) &&
      toProviderAmount(payableOnceApproved(invoice), invoice.currency) !== undefined,
  )
  if (payable.length === 0 || (await findPayee(ctx)) === undefined) return new Set()
  return new Set(payable.map(({ id }) => id))
}

/** The amount that a payment page asks for. */
export interface PaymentRequest {
  title: string
  amount: MinorUnits
  currency: Currency
  clientEmail: string | null
}

/** Reads the request under the lock of its invoice, or refuses it. */
type FindRequest = (tx: Context) => Promise<PaymentRequest>

const MAX_ATTEMPTS = 5
const NOT_NOW = 'This invoice cannot be paid online right now.'

/** The provider's page to pay an invoice. Two tabs get the same page. `page` is where it leads back to. */
export async function openPayment(
  ctx: Context,
  invoiceId: number,
  page: string,
  findRequest: FindRequest,
): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const url = await openPage(ctx, invoiceId, page, findRequest)
    if (url) return url
  }
  throw new Unavailable('This invoice is changing right now. Please try again.')
}

/** Nothing if the session that was open is over by now. */
async function openPage(
  ctx: Context,
  invoiceId: number,
  page: string,
  findRequest: FindRequest,
): Promise<string | undefined> {
  const { payments } = ctx.services
  const providerAccountId = (await findPayee(ctx)) ?? refuseForNow()
  const { checkout, request } = await inTransaction(ctx, async (tx) => {
    const request = await findRequest(tx)
    const checkout = await claimCheckout(tx, { ...request, invoiceId, providerAccountId, page })
    return { checkout, request }
  })
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
      title: request.title,
      amount: checkout.amount,
      currency: checkout.currency,
      clientEmail: request.clientEmail,
      expiresAt: checkout.expires_at,
      successUrl: `${page}?paid`,
      cancelUrl: page,
    })
    if (await store.keepSession(ctx.db, ctx.accountId, checkout.id, session.id))
      return session.url ?? undefined
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
  await store.close(ctx.db, ctx.accountId, checkout.id)
  if (error.reason === 'account') await readAccount(ctx, checkout.provider_account_id)
  if (error.reason === 'unknown') ctx.log.error({ err: error }, 'payment page refused')
  throw checkoutRefusal(error.reason, checkout.currency)
}

const BY_TRANSFER = { details: 'Please pay it by bank transfer.' }

/** Tells the client why the provider does not open a payment page. */
function checkoutRefusal(reason: RefusedFor, currency: Currency): HttpError {
  if (reason === 'amount') return new Conflict('This amount cannot be paid online', BY_TRANSFER)
  if (reason === 'currency') return new Conflict(`Invoices in ${currency} cannot be paid online`, BY_TRANSFER)
  if (reason === 'account')
    return new Conflict('This business cannot take online payments right now', BY_TRANSFER)
  return new Unavailable('The payment page could not be opened. Please try again in a few minutes.')
}

export function refuseForNow(): never {
  throw new Conflict(NOT_NOW)
}
