import { mkdtempSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { readBody } from './body.ts'
import { createPaymentSandbox, type PaymentSandbox } from './payment-sandbox.ts'

export const secretKey = 'sk_test_sandbox_51H8x0000000000'
export const webhookSecret = 'whsec_sandbox_0123456789abcdef'
export const connectWebhookSecret = 'whsec_connect_0123456789abcdef'
const CONNECT_PATH = '/api/webhooks/stripe-connect'

interface Received {
  event: Stripe.Event
  signature: string
  payload: string
}

/**
 * A sandbox with its servers, an app that receives its webhooks, and a machine whose clock stands still until it is
 * moved.
 */
export interface Shop {
  stripe: Stripe
  sandbox: PaymentSandbox
  browser: Browser
  received: Received[]
  appUrl: string
  pagesUrl: string
  apiPort: number
  /** The statuses that the app returns for the next webhooks, then 200. */
  answers: number[]
  machine: { now: Date; advance(milliseconds: number): Promise<void> }
  types(): string[]
  restart(): Promise<void>
  close(): Promise<void>
}

export async function openShop(start = '2026-01-15T10:00:00Z'): Promise<Shop> {
  const statePath = join(mkdtempSync(join(tmpdir(), 'payment-sandbox-')), 'payments.sqlite')
  const received: Received[] = []
  const answers: number[] = []
  const timers = new Map<() => void, number>()
  const machine = {
    now: new Date(start),
    async advance(milliseconds: number) {
      machine.now = new Date(machine.now.getTime() + milliseconds)
      for (const [work, at] of [...timers]) {
        if (at > machine.now.getTime()) continue
        timers.delete(work)
        work()
      }
      await shop.sandbox.webhooksDelivered()
    },
  }

  const app = await listen(async (request, response) => {
    const payload = await readBody(request)
    if (request.method !== 'POST') {
      response.end('The app')
      return
    }
    const status = answers.shift() ?? 200
    const signature = String(request.headers['stripe-signature'])
    const event = stripe.webhooks.constructEvent(
      payload,
      signature,
      request.url === CONNECT_PATH ? connectWebhookSecret : webhookSecret,
      undefined,
      undefined,
      machine.now.getTime(),
    )
    if (status === 200) received.push({ event, signature, payload })
    response.writeHead(status).end()
  })
  const api = await listen((request, response) => shop.sandbox.api(request, response))
  const pages = await listen((request, response) => shop.sandbox.pages(request, response))
  const pagesUrl = `http://127.0.0.1:${pages.port}/sandbox/payments`
  const stripe = new Stripe(secretKey, {
    host: '127.0.0.1',
    port: api.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })

  const startSandbox = () =>
    createPaymentSandbox({
      statePath,
      publicUrl: pagesUrl,
      webhook: { url: `http://127.0.0.1:${app.port}/api/webhooks/stripe`, secret: webhookSecret },
      connectWebhook: { url: `http://127.0.0.1:${app.port}${CONNECT_PATH}`, secret: connectWebhookSecret },
      secretKey,
      now: () => machine.now,
      schedule(work, delay) {
        timers.set(work, machine.now.getTime() + delay)
        return () => timers.delete(work)
      },
      log: () => undefined,
    })

  const shop: Shop = {
    stripe,
    sandbox: startSandbox(),
    browser: new Browser(),
    received,
    answers,
    machine,
    appUrl: `http://127.0.0.1:${app.port}`,
    pagesUrl,
    apiPort: api.port,
    types: () => received.map(({ event }) => event.type),
    async restart() {
      await shop.sandbox.close()
      timers.clear()
      shop.sandbox = startSandbox()
    },
    async close() {
      await shop.sandbox.close()
      for (const { server } of [app, api, pages]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
  return shop
}

async function listen(handler: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { server, port: address.port }
}

export interface Seen {
  status: number
  url: string
  text: string
  location: string | null
}

/** Keeps cookies, and fills in the forms on a page. */
export class Browser {
  #cookie = ''

  async open(url: string): Promise<Seen> {
    return this.#request(url, {})
  }

  async submit(page: Seen, action: string, fields: Record<string, string>): Promise<Seen> {
    const form = [...page.text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(
      (match) => match[1]?.includes(action),
    )
    if (!form?.[1]) throw new Error(`No form ${action} on ${page.url}`)
    const hidden = [...(form[2] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
    const body = new URLSearchParams({
      ...Object.fromEntries(hidden.map((match) => [match[1] ?? '', match[2] ?? ''])),
      ...fields,
    })
    return this.post(new URL(form[1], page.url).href, body)
  }

  async post(url: string, body: URLSearchParams): Promise<Seen> {
    return this.#request(url, { method: 'POST', body })
  }

  async follow(page: Seen): Promise<Seen> {
    if (page.location === null) throw new Error(`${page.url} does not redirect`)
    return this.open(new URL(page.location, page.url).href)
  }

  async #request(url: string, init: RequestInit): Promise<Seen> {
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie: this.#cookie } })
    const [cookie] = response.headers.getSetCookie()
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? ''
    return {
      status: response.status,
      url,
      text: await response.text(),
      location: response.headers.get('location'),
    }
  }
}

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asks: '4000 0025 0000 3155',
  failsLater: '4000 0000 0000 0341',
}

export function cardFields(number: string): Record<string, string> {
  return { number, expiry: '12 / 34', cvc: '123', name: 'Mara Lindqvist' }
}

/** Connects an account and sets it up on its pages. */
export async function connect(shop: Shop, name = 'Mara Lindqvist Design'): Promise<Stripe.Account> {
  const { id } = await shop.stripe.accounts.create({ type: 'standard', email: 'mara@example.com' })
  const link = await shop.stripe.accountLinks.create({
    account: id,
    type: 'account_onboarding',
    refresh_url: `${shop.appUrl}/account/payments?connect=again`,
    return_url: `${shop.appUrl}/account/payments`,
  })
  const page = await shop.browser.follow(await shop.browser.open(link.url))
  await shop.browser.submit(page, '/connect/', { name, answer: 'finish' })
  return shop.stripe.accounts.retrieve(id)
}

/** A checkout for one payment, of a connected account or of the platform. */
export function askForPayment(
  shop: Shop,
  stripeAccount?: string,
  unit_amount = 120_000,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  return shop.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount, product_data: { name: 'Invoice INV-0050' } },
          quantity: 1,
        },
      ],
      success_url: `${shop.appUrl}/portal/paid?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${shop.appUrl}/portal`,
      ...params,
    },
    stripeAccount === undefined ? {} : { stripeAccount },
  )
}

export async function pay(shop: Shop, session: Stripe.Checkout.Session, card = cards.good): Promise<Seen> {
  const page = await shop.browser.open(session.url ?? '')
  return shop.browser.submit(page, session.id, cardFields(card))
}

export interface Plans {
  starter: Stripe.Price
  professional: Stripe.Price
}

export async function sellPlans({ stripe }: Shop): Promise<Plans> {
  const sell = async (name: string, unit_amount: number) => {
    const product = await stripe.products.create({ name })
    return stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      recurring: { interval: 'month' },
      lookup_key: name.toLowerCase(),
    })
  }
  return { starter: await sell('Starter', 1500), professional: await sell('Professional', 2900) }
}

export interface Subscribed {
  customer: Stripe.Customer
  session: Stripe.Checkout.Session
  subscription: Stripe.Subscription
}

export async function subscribe(shop: Shop, price: Stripe.Price, card = cards.good): Promise<Subscribed> {
  const customer = await shop.stripe.customers.create({ email: 'mara@example.com', name: 'Mara Lindqvist' })
  const session = await shop.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: `${shop.appUrl}/subscription/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shop.appUrl}/pricing`,
  })
  const page = await shop.browser.open(session.url ?? '')
  await shop.browser.submit(page, session.id, cardFields(card))
  const complete = await shop.stripe.checkout.sessions.retrieve(session.id)
  const subscription = await shop.stripe.subscriptions.retrieve(String(complete.subscription))
  await shop.sandbox.webhooksDelivered()
  return { customer, session: complete, subscription }
}

export function onlyItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error('No item')
  return item
}
