import type Stripe from 'stripe'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { paymentsApi } from '#features/billing/payments/contract.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { Browser, cardFields, cards, connectWebhookSecret } from '#sandbox/payments/test-shop.ts'
import { type ShopApp, signatureOf } from './payments.ts'
import type { Person } from './people.ts'
import { PortalVisitor, tokenOf } from './portal-visitor.ts'

/** A freelancer with a Stripe account, and a client who has a portal link. */
export interface PayingStudio {
  ada: Person
  /** The freelancer's account at the provider. */
  account: string
  clientId: number
  client: PortalVisitor
  /** An invoice that was sent. */
  invoiceId: number
}

/** A running app, and how to sign in to it. */
interface Place {
  app: { url: string }
  signIn: ShopApp['signIn']
}

export async function openPayingStudio(
  at: Place,
  { approval_required = false, rate = 1200, currency = 'USD' } = {},
): Promise<PayingStudio> {
  const ada = await at.signIn('Ada')
  const account = await connectStripe(ada)
  const { id: clientId } = await ada.call(clientsApi.create, {
    body: { name: 'Jonas Pine', email: 'jonas@example.com', approval_required, currency },
  })
  const { url } = await ada.call(portalAccessApi.create, { params: { id: clientId } })
  const studio = { ada, account, clientId, client: new PortalVisitor(at.app.url, tokenOf(url)) }
  return { ...studio, invoiceId: await sendInvoice(studio, rate) }
}

export async function sendInvoice(
  { ada, clientId }: Pick<PayingStudio, 'ada' | 'clientId'>,
  rate = 1200,
): Promise<number> {
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: clientId,
      issue_date: '2026-11-01',
      due_date: '2026-11-30',
      exchange_rate: 1,
      items: [{ description: 'Design', quantity: 1, rate }],
    },
  })
  await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  return id
}

/** Connects an account on the provider's pages, as a person does. Returns its id there. */
export async function connectStripe(person: Person, answer: 'finish' | 'later' = 'finish'): Promise<string> {
  const { url } = await person.call(paymentsApi.connect)
  const browser = new Browser()
  const page = await browser.follow(await browser.open(url))
  await browser.submit(page, '/connect/', { name: 'Ada Design', answer })
  const { provider_account_id } = await person.call(paymentsApi.refresh)
  return provider_account_id ?? ''
}

type OfInvoice = Pick<PayingStudio, 'client' | 'invoiceId'>

export const openPage = async ({ client, invoiceId }: OfInvoice): Promise<string> =>
  (await client.call(portalApi.pay, { params: { invoiceId } })).url

export async function payByCard(url: string, card = cards.good): Promise<string> {
  const browser = new Browser()
  const page = await browser.open(url)
  return (await browser.submit(page, '/checkout/', cardFields(card))).location ?? ''
}

export const SLOW_ACCOUNTS = { arrives: '000123456789', fails: '000222222227' }

export async function payByDebit(url: string, number: string): Promise<void> {
  const browser = new Browser()
  const page = await browser.open(`${url}/debit`)
  await browser.submit(page, '/debit', { email: 'jonas@example.com', name: 'Jonas Pine', number })
}

/** Delivers an event of a connected account, or something that looks like one. */
export async function deliver(
  at: Pick<ShopApp, 'app'>,
  event: object,
  secret = connectWebhookSecret,
): Promise<number> {
  const payload = JSON.stringify(event)
  const response = await fetch(`${at.app.url}${paymentsApi.webhook.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload, secret) },
    body: payload,
  })
  await response.text()
  return response.status
}

/** The payment of an invoice that was just paid, at the provider. */
export async function paymentOf(at: ShopApp, { account }: Pick<PayingStudio, 'account'>): Promise<string> {
  const { data } = await at.shop.stripe.checkout.sessions.list({ limit: 1 }, { stripeAccount: account })
  const [session] = data
  return typeof session?.payment_intent === 'string' ? session.payment_intent : ''
}

export const readInvoice = ({ ada, invoiceId }: Pick<PayingStudio, 'ada' | 'invoiceId'>) =>
  ada.call(invoicesApi.get, { params: { id: invoiceId } })

/** The entries of the ledger: kind, amount and the part beyond the invoice. */
export async function ledgerOf({ ada, invoiceId }: Pick<PayingStudio, 'ada' | 'invoiceId'>) {
  const { payments } = await ada.call(invoicesApi.payments, { params: { id: invoiceId } })
  return payments.map(({ kind, amount, surplus }) => [kind, amount, surplus])
}

export const eventsOf = (events: Stripe.Event[], { account }: Pick<PayingStudio, 'account'>) =>
  events.filter((event) => event.account === account)

export const tryPay = ({ client, invoiceId }: OfInvoice) =>
  client.try(portalApi.pay, { params: { invoiceId } })

/** The state of the payment, as the client sees it. */
export const stateOf = async ({ client, invoiceId }: OfInvoice) =>
  (await client.call(portalApi.payment, { params: { invoiceId } })).state

/** Delivers all that the provider sent about this studio, once. */
export async function deliverAll(at: ShopApp, studio: PayingStudio): Promise<Stripe.Event[]> {
  const events = eventsOf(await at.takeEvents(), studio)
  for (const event of events) {
    const status = await deliver(at, event)
    if (status !== 200) throw new Error(`${event.type} was answered with ${status}`)
  }
  return events
}

export const refund = async (at: ShopApp, studio: PayingStudio, amount: number) =>
  at.shop.stripe.refunds.create(
    { payment_intent: await paymentOf(at, studio), amount },
    { stripeAccount: studio.account },
  )

/** The subjects, oldest first. */
export async function mailsToFreelancer(at: ShopApp, { ada }: PayingStudio): Promise<string[]> {
  const { rows } = await at.query('select subject from mails where to_address = $1 order by id', [ada.email])
  return rows.map(({ subject }) => subject)
}
