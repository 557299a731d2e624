import { NotFound } from '#server/errors.ts'
import { readSigned } from '#server/stripe/event.ts'
import { CustomerMissing, isInvalidRequest } from '#server/stripe/failures.ts'
import { openStripe, type StripeDependencies } from '#server/stripe/sdk.ts'
import { createPrices, findPrices, type Offer, type PlanPrice, portalConfiguration } from './catalogue.ts'
import { type BillingEvent, eventFrom } from './event.ts'
import { type ProviderSubscription, subscriptionFrom } from './subscription.ts'

export interface BillingDependencies extends StripeDependencies {
  configured: boolean
  anyoneMaySetUp: boolean
}

interface Checkout {
  /** An idempotency key: it opens one session. */
  key: string
  accountId: number
  planId: string
  customerId: string
  priceId: string
  successUrl: string
  cancelUrl: string
  /** Null if the first month is paid immediately. */
  billingStartsAt: Date | null
}

interface OpenedCheckout {
  id: string
  url: string | null
}

/** The provider's shortest trial. Billing starts immediately or at least this long after a checkout was opened. */
export const MIN_TRIAL_MILLISECONDS = 48 * 3_600_000

interface PlanChange {
  customerId: string
  subscription: ProviderSubscription
  priceId: string
  doneUrl: string
  returnUrl: string
}

/** The calls that Daybook makes to the payment provider, which handles cards, receipts and renewals itself. */
export interface Billing {
  /** Without keys every call fails with a message that says what to set. */
  readonly configured: boolean
  /** Without real money, not only an admin may set up the plans. */
  readonly anyoneMaySetUp: boolean
  findPrices(planIds: readonly string[]): Promise<PlanPrice[]>
  createPrices(offers: readonly Offer[]): Promise<PlanPrice[]>
  /** An idempotency key: it creates one customer. */
  createCustomer(customer: {
    key: string
    accountId: number
    email: string
    name: string | null
  }): Promise<string>
  /** Rejects with `CustomerMissing` if the customer was deleted there. */
  subscriptionsOf(customerId: string): Promise<ProviderSubscription[]>
  /** Credits the unused part. */
  cancelSubscription(subscriptionId: string): Promise<void>
  openCheckout(checkout: Checkout): Promise<OpenedCheckout>
  openCheckoutsOf(customerId: string): Promise<string[]>
  /** False if it can no longer be closed: it was paid, or is already closed. */
  closeCheckout(sessionId: string): Promise<boolean>
  /** A page that shows what the change costs now, and applies it once the customer confirms. */
  openPlanChange(change: PlanChange): Promise<string>
  createPortalSession(customerId: string, returnUrl: string): Promise<string>
  findCheckout(sessionId: string): Promise<{ customerId: string | undefined; awaitsPayment: boolean }>
  readEvent(payload: Uint8Array, signature: string): Promise<BillingEvent>
}

declare module '#server/services.ts' {
  interface Services {
    billing: Billing
  }
}

/** Billing through the official Stripe SDK. */
export function createBilling({ configured, anyoneMaySetUp, ...dependencies }: BillingDependencies): Billing {
  const { open, ask, seenFrom } = openStripe(dependencies)
  return {
    configured,
    anyoneMaySetUp,
    findPrices: (planIds) => ask((stripe) => findPrices(stripe, planIds)),
    createPrices: (offers) => ask((stripe) => createPrices(stripe, offers)),

    createCustomer: ({ key, accountId, email, name }) =>
      ask(async (stripe) => {
        const customer = await stripe.customers.create(
          { email, ...(name !== null && { name }), metadata: { account_id: accountId } },
          { idempotencyKey: key },
        )
        return customer.id
      }),

    subscriptionsOf: (customer) =>
      ask(async (stripe) => {
        const found = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
        return found.data.map(subscriptionFrom)
      }),

    cancelSubscription: (id) =>
      ask(async (stripe) => {
        await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
      }).catch((error: unknown) => {
        // Another server created it first.
        if (!(error instanceof NotFound)) throw error
      }),

    openCheckout: (checkout) =>
      ask(async (stripe) => {
        // A repeated key would return the earlier response, even if the customer has been deleted since.
        const { deleted } = await stripe.customers.retrieve(checkout.customerId)
        if (deleted) throw new CustomerMissing()
        const { accountId: account_id, billingStartsAt } = checkout
        const { id, url } = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: checkout.customerId,
            client_reference_id: String(account_id),
            line_items: [{ price: checkout.priceId, quantity: 1 }],
            success_url: withSessionId(checkout.successUrl),
            cancel_url: checkout.cancelUrl,
            metadata: { account_id, plan_id: checkout.planId },
            subscription_data: {
              metadata: { account_id },
              // Rounded up, so that nothing is charged before the trial ends.
              ...(billingStartsAt && { trial_end: Math.ceil(billingStartsAt.getTime() / 1000) }),
            },
          },
          { idempotencyKey: checkout.key },
        )
        return { id, url: url && seenFrom(url, checkout.successUrl) }
      }),

    openCheckoutsOf: (customer) =>
      ask(async (stripe) => {
        const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
        return data.map(({ id }) => id)
      }),

    closeCheckout: (sessionId) =>
      ask(async (stripe) => {
        const { status } = await stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
          if (isInvalidRequest(error)) return stripe.checkout.sessions.retrieve(sessionId)
          throw error
        })
        return status === 'expired'
      }),

    openPlanChange: ({ customerId, subscription, priceId, doneUrl, returnUrl }) =>
      ask(async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          ...(await portalConfiguration(stripe)),
          flow_data: {
            type: 'subscription_update_confirm',
            subscription_update_confirm: {
              subscription: subscription.id,
              items: [{ id: subscription.itemId, price: priceId, quantity: 1 }],
            },
            after_completion: { type: 'redirect', redirect: { return_url: doneUrl } },
          },
        })
        return seenFrom(url, returnUrl)
      }),

    createPortalSession: (customer, return_url) =>
      ask(async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create({
          customer,
          return_url,
          ...(await portalConfiguration(stripe)),
        })
        return seenFrom(url, return_url)
      }),

    findCheckout: (sessionId) =>
      ask(async (stripe) => {
        const session = await stripe.checkout.sessions.retrieve(sessionId)
        const awaitsPayment = session.status === 'complete' && session.payment_status === 'unpaid'
        return { customerId: idOf(session.customer), awaitsPayment }
      }),

    async readEvent(payload, signature) {
      const { stripe, provider } = await open()
      return readSigned(stripe, { payload, signature, secret: provider.webhookSecret }, eventFrom)
    },
  }
}

/** Built as text, because `URL` would escape the braces of the provider's placeholder. */
function withSessionId(successUrl: string): string {
  const { origin, pathname, search, hash } = new URL(successUrl)
  return `${origin}${pathname}${search ? `${search}&` : '?'}session_id={CHECKOUT_SESSION_ID}${hash}`
}

const idOf = (named: string | { id: string } | null | undefined): string | undefined =>
  typeof named === 'string' ? named : named?.id
