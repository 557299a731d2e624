import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type pg from 'pg'
import Stripe from 'stripe'
import { type SoldPlanId, stripeApi, subscriptionApi } from '#features/foundation/subscription/contract.ts'
import {
  Browser,
  cardFields,
  cards,
  connectWebhookSecret,
  openShop,
  type Shop,
  secretKey,
  webhookSecret,
} from '#sandbox/payments/test-shop.ts'
import { startTestApp, type TestApp, uniqueEmail } from './app.ts'
import { firstOf } from './lists.ts'
import { type Person, signInAs } from './people.ts'

/** Daybook with keys, and a provider whose events a test delivers by hand, in the order it likes. */
export interface ShopApp {
  app: TestApp
  shop: Shop
  /** Called with each request to the provider; what it waits for, the answer waits for. */
  gate: { pass(request: IncomingMessage): Promise<void> | void }
  signIn(name: string): Promise<Person>
  /** Buys a plan as a person does, and gives the number of the checkout. */
  buy(person: Person, planId: SoldPlanId, card?: string): Promise<string>
  /** The provider's events since the last time, oldest first. */
  takeEvents(): Promise<Stripe.Event[]>
  /** The first of these, which must be there. */
  takeEvent(type: Stripe.Event['type']): Promise<Stripe.Event>
  /** Delivers what the provider has sent since the last time. */
  deliverEvents(): Promise<void>
  deliver(event: object, headers?: Record<string, string>): Promise<number>
  /** Signed like an event, whatever it is. */
  deliverText(payload: string): Promise<number>
  moveClockTo(date: Date): Promise<void>
  /** The provider's customers with this person's address. */
  customersOf(person: Person): Promise<Stripe.Customer[]>
  /** The id of the customer, which must be there. */
  customerOf(person: Person): Promise<string>
  /** The running subscriptions of that customer. */
  subscriptionsOf(person: Person): Promise<Stripe.Subscription[]>
  query(sql: string, values?: unknown[]): Promise<pg.QueryResult>
  /** Needs a `DATABASE_URL`, which both share. */
  startAnotherServer(): Promise<TestApp>
  stop(): Promise<void>
}

export async function startShopApp(environment: NodeJS.ProcessEnv = {}): Promise<ShopApp> {
  const shop = await openShop(new Date().toISOString())
  const gate: ShopApp['gate'] = { pass: () => undefined }
  const api = createServer(async (request, response) => {
    await gate.pass(request)
    shop.sandbox.api(request, response)
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const address = api.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const startServer = () =>
    startTestApp({
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: connectWebhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
      // Tests here make it fail hundreds of times.
      LOG_LEVEL: 'silent',
      ...environment,
    })
  const app = await startServer()
  const deliverText = async (payload: string, headers: Record<string, string> = {}): Promise<number> => {
    const response = await fetch(`${app.url}${stripeApi.webhook.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload), ...headers },
      body: payload,
    })
    await response.text()
    return response.status
  }
  const takeEvents = async () => {
    await shop.sandbox.webhooksDelivered()
    return shop.received.splice(0).map(({ event }) => event)
  }
  const customersOf = async ({ email }: Person) => (await shop.stripe.customers.list({ email })).data
  const customerOf = async (person: Person) => firstOf(await customersOf(person)).id
  return {
    app,
    shop,
    gate,
    signIn: (name) => signInAs(app.url, { name, email: uniqueEmail(name) }),
    buy: async (person, planId, card = cards.good) => pay(await startCheckout(person, planId), card),
    takeEvents,
    takeEvent: async (type) => firstOf((await takeEvents()).filter((event) => event.type === type)),
    deliverEvents: async () => {
      for (const event of await takeEvents()) await deliverText(JSON.stringify(event))
    },
    deliver: (event, headers) => deliverText(JSON.stringify(event), headers),
    deliverText,
    moveClockTo: async (date) => {
      await shop.sandbox.clock.moveTo(date)
      app.clock.set(date)
    },
    customersOf,
    customerOf,
    subscriptionsOf: async (person) =>
      (await shop.stripe.subscriptions.list({ customer: await customerOf(person) })).data,
    query: (sql, values = []) => app.database.pool.query(sql, values),
    startAnotherServer: startServer,
    stop: async () => {
      await app.stop()
      api.closeAllConnections()
      api.close()
      await shop.close()
    },
  }
}

/** Daybook whose admin has created the products. */
export interface SellingApp extends ShopApp {
  signInAdmin(): Promise<Person>
}

export async function startSellingApp(): Promise<SellingApp> {
  const shopApp = await startShopApp({ ADMIN_EMAILS: 'root@example.com' })
  const signInAdmin = () => signInAs(shopApp.app.url, { name: 'Root', email: 'root@example.com' })
  await (await signInAdmin()).call(stripeApi.createProducts)
  return { ...shopApp, signInAdmin }
}

export const checkoutOf = <Plan extends string>({ url }: Person, plan_id: Plan) => ({
  plan_id,
  success_url: `${url}/subscription/success`,
  cancel_url: `${url}/pricing`,
})

const stripe = new Stripe(secretKey)

export const signatureOf = (payload: string, secret = webhookSecret, at = new Date()): string =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at.getTime() / 1000) })

/** The address at which the person pays. */
export async function startCheckout(person: Person, planId: SoldPlanId = 'starter'): Promise<string> {
  const { url } = await person.call(subscriptionApi.checkout, { body: checkoutOf(person, planId) })
  if (!url) throw new Error('The checkout has no page')
  return url
}

/** Fills in the hosted page, and gives the number of the checkout that it leads back with. */
export async function pay(url: string, card: string): Promise<string> {
  const browser = new Browser()
  const page = await browser.open(url)
  const paid = await browser.submit(page, '/checkout/', cardFields(card))
  return new URL(paid.location ?? '', url).searchParams.get('session_id') ?? ''
}

export const entitlementOf = (person: Person) => person.call(subscriptionApi.current)

export const trialEndOf = async (person: Person) =>
  instant((await entitlementOf(person)).subscription.trial_ends_at)

export const periodEndOf = async (person: Person) =>
  instant((await entitlementOf(person)).subscription.current_period_end)

function instant(text: string | null): Date {
  if (text === null) throw new Error('There is no such end')
  return new Date(text)
}
