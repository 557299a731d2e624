import type Stripe from 'stripe'
import { BadInput } from '#server/errors.ts'
import { createPrices, findPrices, type Offer, type PlanPrice, portalConfiguration } from './catalogue.ts'
import { asked, CustomerMissing, isSignatureFault } from './failures.ts'
import { type ProviderSubscription, subscriptionFrom } from './subscription.ts'

/** How to reach the provider. */
export interface PaymentProvider {
  secretKey: string
  webhookSecret: string
  apiUrl?: URL | undefined
}

export interface PaymentParts {
  /** Asked for when it is first needed, and again after it failed. */
  connect(): Promise<PaymentProvider>
  /** Its pages answer under this app's own address, so a browser reaches them under whichever name she uses for it. */
  sharesOurOrigin: boolean
  configured: boolean
  anyoneMaySetUp: boolean
}

interface Checkout {
  accountId: number
  planId: string
  customerId: string
  priceId: string
  successUrl: string
  cancelUrl: string
}

interface PlanChange {
  customerId: string
  subscription: ProviderSubscription
  priceId: string
  doneUrl: string
  returnUrl: string
}

export interface PaymentEvent {
  id: string
  type: string
  /** Whom it is about; undefined when it is about nobody. */
  customerId: string | undefined
}

/** Cards, invoices and renewals are the provider's business; this is what Daybook asks of it. */
export interface Payments {
  /** Without keys there is nobody to ask: every call is refused with what to set. */
  readonly configured: boolean
  /** Where no real money moves, setting up is not reserved to the admin. */
  readonly anyoneMaySetUp: boolean
  findPrices(planIds: readonly string[]): Promise<PlanPrice[]>
  createPrices(offers: readonly Offer[]): Promise<PlanPrice[]>
  /** The same key creates the same customer once. */
  createCustomer(customer: {
    key: string
    accountId: number
    email: string
    name: string | null
  }): Promise<string>
  subscriptionsOf(customerId: string): Promise<ProviderSubscription[]>
  openCheckout(checkout: Checkout): Promise<string | null>
  /** A page that shows what the change costs now, and makes it when she confirms. */
  openPlanChange(change: PlanChange): Promise<string>
  openPortal(customerId: string, returnUrl: string): Promise<string>
  customerOfCheckout(sessionId: string): Promise<string | undefined>
  readEvent(payload: Uint8Array, signature: string): Promise<PaymentEvent>
}

const TIMEOUT_MILLISECONDS = 20_000

/** Payments through the official Stripe SDK, which is loaded when somebody first pays. */
export function createPayments({ connect, sharesOurOrigin, ...facts }: PaymentParts): Payments {
  let opened: Promise<{ stripe: Stripe; webhookSecret: string }> | undefined

  function open() {
    opened ??= connectSdk(connect).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function ask<Result>(question: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    const { stripe } = await open()
    return asked(question(stripe))
  }

  const seenFrom = (url: string, ours: string): string => {
    if (!sharesOurOrigin) return url
    const { protocol, host } = new URL(ours)
    return Object.assign(new URL(url), { protocol, host }).href
  }

  return {
    ...facts,
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
      }).catch((error: unknown) => {
        if (error instanceof CustomerMissing) return []
        throw error
      }),

    openCheckout: (checkout) =>
      ask(async (stripe) => {
        await expireOpenCheckouts(stripe, checkout.customerId)
        const account_id = checkout.accountId
        const { url } = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: checkout.customerId,
          client_reference_id: String(account_id),
          line_items: [{ price: checkout.priceId, quantity: 1 }],
          success_url: withSessionId(checkout.successUrl),
          cancel_url: checkout.cancelUrl,
          metadata: { account_id, plan_id: checkout.planId },
          subscription_data: { metadata: { account_id } },
        })
        return url && seenFrom(url, checkout.successUrl)
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

    openPortal: (customer, return_url) =>
      ask(async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create({
          customer,
          return_url,
          ...(await portalConfiguration(stripe)),
        })
        return seenFrom(url, return_url)
      }),

    customerOfCheckout: (sessionId) =>
      ask(async (stripe) => idOf((await stripe.checkout.sessions.retrieve(sessionId)).customer)),

    async readEvent(payload, signature) {
      const { stripe, webhookSecret } = await open()
      try {
        const event = stripe.webhooks.constructEvent(Buffer.from(payload), signature, webhookSecret)
        return { id: event.id, type: event.type, customerId: customerIn(event.data.object) }
      } catch (error) {
        if (isSignatureFault(error)) throw new BadInput('The signature of this event is not valid')
        throw error
      }
    },
  }
}

async function connectSdk(connect: PaymentParts['connect']) {
  const [{ secretKey, webhookSecret, apiUrl }, { default: Stripe }] = await Promise.all([
    connect(),
    import('stripe'),
  ])
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MILLISECONDS,
    telemetry: false,
    ...(apiUrl && {
      protocol: apiUrl.protocol === 'http:' ? 'http' : 'https',
      host: apiUrl.hostname,
      ...(apiUrl.port && { port: apiUrl.port }),
    }),
  })
  return { stripe, webhookSecret }
}

/** Whoever starts a second checkout has given up the first; paying both would subscribe her twice. */
async function expireOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  await Promise.all(data.map(({ id }) => stripe.checkout.sessions.expire(id).catch(() => undefined)))
}

/** Written by hand, because an URL would escape the braces that the provider fills in. */
function withSessionId(successUrl: string): string {
  const { origin, pathname, search, hash } = new URL(successUrl)
  return `${origin}${pathname}${search ? `${search}&` : '?'}session_id={CHECKOUT_SESSION_ID}${hash}`
}

const idOf = (named: string | { id: string } | null | undefined): string | undefined =>
  typeof named === 'string' ? named : named?.id

function customerIn(object: object): string | undefined {
  if (!('customer' in object)) return undefined
  const { customer } = object
  if (typeof customer === 'string') return customer
  const id = typeof customer === 'object' && customer !== null && 'id' in customer ? customer.id : undefined
  return typeof id === 'string' ? id : undefined
}
