import type Stripe from 'stripe'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import { readSigned } from '#server/stripe/event.ts'
import { isInvalidRequest, isPermissionError } from '#server/stripe/failures.ts'
import { openStripe, type StripeDependencies } from '#server/stripe/sdk.ts'
import { toProviderAmount } from './amount.ts'
import { type PaymentsEvent, paymentsEventFrom } from './event.ts'
import { type ProviderPayment, paymentFrom } from './payment.ts'
import { CheckoutRefused, refusedFor } from './refusal.ts'

export interface PaymentsDependencies extends StripeDependencies {
  configured: boolean
  dashboardUrl: string
}

/** The freelancer's own account at the provider, which clients pay into. */
export interface ConnectedAccount {
  id: string
  /** True if clients can pay. */
  chargesEnabled: boolean
  /** True once the freelancer has answered all that the provider asks at first. */
  detailsSubmitted: boolean
}

interface Checkout {
  /** An idempotency key: it opens one session. */
  key: string
  accountId: number
  invoiceId: number
  title: string
  amount: MinorUnits
  currency: Currency
  clientEmail: string | null
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

export interface ProviderCheckout {
  id: string
  /** With which it was opened; null if it was not opened by this app. */
  key: string | null
  /** Null once it is over. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  paymentId: string | undefined
}

/** The provider no longer lets this Daybook act for the account: the freelancer has disconnected it there. */
export class AccountDisconnected extends Error {}

/**
 * The calls that Daybook makes to the payment provider for clients' payments, on the freelancer's own account. Cards
 * stay with the provider.
 */
export interface Payments {
  /** Without keys every call fails with a message that says what to set. */
  readonly configured: boolean
  /** The page where freelancers refund payments and answer disputes. */
  readonly dashboardUrl: string
  /** An idempotency key: it creates one account. */
  createAccount(account: { key: string; accountId: number; email: string }): Promise<string>
  /** A page of the provider that asks what it needs to know. */
  openOnboarding(connected: string, urls: { returnUrl: string; refreshUrl: string }): Promise<string>
  /** This and all below reject with `AccountDisconnected` once the freelancer has disconnected it. */
  findAccount(connected: string): Promise<ConnectedAccount>
  /** Rejects with `CheckoutRefused` if the provider does not open it. */
  openCheckout(connected: string, checkout: Checkout): Promise<ProviderCheckout>
  findCheckout(connected: string, id: string, seenFrom: string): Promise<ProviderCheckout>
  /** Closes it, if it is open. Returns how it ended. */
  closeCheckout(connected: string, id: string): Promise<ProviderCheckout['status']>
  /** With its refunds and disputes. */
  findPayment(connected: string, id: string): Promise<ProviderPayment>
  readEvent(payload: Uint8Array, signature: string): Promise<PaymentsEvent>
}

declare module '#server/services.ts' {
  interface Services {
    payments: Payments
  }
}

/** Online payments through the official Stripe SDK. */
export function createPayments({
  configured,
  dashboardUrl,
  ...dependencies
}: PaymentsDependencies): Payments {
  const { open, ask, seenFrom } = openStripe(dependencies)

  /** Calls the provider for a connected account. */
  const askFor = <Result>(
    connected: string,
    question: (stripe: Stripe, on: { stripeAccount: string }) => Promise<Result>,
  ): Promise<Result> =>
    ask((stripe) =>
      question(stripe, { stripeAccount: connected }).catch((error: unknown) => {
        if (isPermissionError(error)) throw Object.assign(new AccountDisconnected(), { cause: error })
        throw error
      }),
    )

  return {
    configured,
    dashboardUrl,

    createAccount: ({ key, accountId, email }) =>
      ask(async (stripe) => {
        const { id } = await stripe.accounts.create(
          { type: 'standard', email, metadata: { account_id: accountId } },
          { idempotencyKey: key },
        )
        return id
      }),

    openOnboarding: (account, { returnUrl, refreshUrl }) =>
      ask(async (stripe) => {
        const { url } = await stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        })
        return seenFrom(url, returnUrl)
      }),

    findAccount: (connected) =>
      askFor(connected, async (stripe) => {
        const { id, charges_enabled, details_submitted } = await stripe.accounts.retrieve(connected)
        return { id, chargesEnabled: charges_enabled, detailsSubmitted: details_submitted }
      }),

    openCheckout: (connected, checkout) =>
      askFor(connected, async (stripe, on) => {
        const metadata = {
          daybook_checkout: checkout.key,
          account_id: checkout.accountId,
          invoice_id: checkout.invoiceId,
        }
        const session = await stripe.checkout.sessions
          .create(
            {
              mode: 'payment',
              line_items: [
                {
                  quantity: 1,
                  price_data: {
                    currency: checkout.currency.toLowerCase(),
                    unit_amount: toProviderAmount(checkout.amount, checkout.currency) ?? refuseAmount(),
                    product_data: { name: checkout.title },
                  },
                },
              ],
              ...(checkout.clientEmail !== null && { customer_email: checkout.clientEmail }),
              client_reference_id: checkout.key,
              metadata,
              payment_intent_data: { metadata },
              expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
              success_url: checkout.successUrl,
              cancel_url: checkout.cancelUrl,
            },
            { ...on, idempotencyKey: checkout.key },
          )
          .catch((error: unknown) => {
            if (isInvalidRequest(error)) throw new CheckoutRefused(refusedFor(error), error)
            throw error
          })
        return checkoutFrom(session, (url) => seenFrom(url, checkout.successUrl))
      }),

    findCheckout: (connected, id, ours) =>
      askFor(connected, async (stripe, on) =>
        checkoutFrom(await stripe.checkout.sessions.retrieve(id, {}, on), (url) => seenFrom(url, ours)),
      ),

    closeCheckout: (connected, id) =>
      askFor(connected, async (stripe, on) => {
        const session = await stripe.checkout.sessions.expire(id, {}, on).catch((error: unknown) => {
          if (isInvalidRequest(error)) return stripe.checkout.sessions.retrieve(id, {}, on)
          throw error
        })
        return statusOf(session)
      }),

    findPayment: (connected, id) =>
      askFor(connected, async (stripe, on) => {
        const expand = ['latest_charge.balance_transaction']
        const intent = await stripe.paymentIntents.retrieve(id, { expand }, on)
        const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
        const all = { payment_intent: id, limit: 100 }
        const [refunds, disputes] = await Promise.all([
          charge ? stripe.refunds.list({ ...all, expand: ['data.balance_transaction'] }, on) : { data: [] },
          charge?.disputed ? stripe.disputes.list(all, on) : { data: [] },
        ])
        return paymentFrom(intent, charge, refunds.data, disputes.data)
      }),

    async readEvent(payload, signature) {
      const { stripe, provider } = await open()
      const secret = provider.connectWebhookSecret
      if (secret === undefined) throw new Error('there is no secret for the events of connected accounts')
      return readSigned(stripe, { payload, signature, secret }, paymentsEventFrom)
    },
  }
}

const checkoutFrom = (
  session: Stripe.Checkout.Session,
  asSeen: (url: string) => string,
): ProviderCheckout => ({
  id: session.id,
  key: session.client_reference_id,
  url: session.url && asSeen(session.url),
  status: statusOf(session),
  paymentId: typeof session.payment_intent === 'string' ? session.payment_intent : session.payment_intent?.id,
})

function statusOf({ status }: Stripe.Checkout.Session): ProviderCheckout['status'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

function refuseAmount(): never {
  throw new CheckoutRefused('amount')
}
