import { productName } from '../../billing/charges.ts'
import { cardFor } from '../../billing/collection.ts'
import type { PaymentMethod } from '../../objects/payment-method.ts'
import { currentPeriod, firstItem, isLive, type Subscription } from '../../objects/subscription.ts'
import { longDate, money, perInterval, statusLabel } from '../format.ts'
import { type Html, html } from '../html.ts'
import { invoiceTable } from '../invoice.ts'
import type { Answer } from '../page.ts'
import { backToApp, noticeOf, type PortalVisit } from './visit.ts'

export function homePage(visit: PortalVisit): Answer {
  const flow = flowPage(visit)
  if (flow) return { redirect: flow }
  const { store } = visit.ledger
  const mine = store.all('subscription').filter(({ customer }) => customer === visit.customer.id)
  const shown = mine.some(isLive) ? mine.filter(isLive) : mine.slice(-1)
  return {
    status: 200,
    title: 'Billing',
    back: backToApp(visit),
    main: html`${noticeOf(visit)}
<div class="title"><h1>Billing</h1>
<p class="quiet">${visit.customer.name ?? visit.customer.email ?? 'Your account'}${
      visit.customer.name !== null && visit.customer.email !== null && ` · ${visit.customer.email}`
    }</p></div>
${shown.length === 0 && html`<section class="card"><h2>Current plan</h2><p>There is no plan yet.</p></section>`}
${shown.map((subscription) => planCard(visit, subscription))}
${cardCard(visit, shown.find(isLive))}
${visit.customer.balance < 0 && creditCard(visit)}
${visit.configuration.features.invoice_history.enabled && invoices(visit)}`,
  }
}

/** The app may request a flow. Once it is done, the home page is shown again. */
function flowPage(visit: PortalVisit): string | undefined {
  const { flow } = visit.session
  if (!flow || visit.query.has('notice') || visit.query.has('home')) return undefined
  switch (flow.type) {
    case 'payment_method_update':
      return `${visit.home}/card`
    case 'subscription_cancel':
      return `${visit.home}/subscriptions/${flow.subscription_cancel?.subscription}/cancel`
    case 'subscription_update':
      return `${visit.home}/subscriptions/${flow.subscription_update?.subscription}/plan`
    default: {
      const confirm = flow.subscription_update_confirm
      return `${visit.home}/subscriptions/${confirm?.subscription}/confirm?price=${confirm?.items[0]?.price ?? ''}`
    }
  }
}

function planCard(visit: PortalVisit, subscription: Subscription): Html {
  const item = firstItem(subscription)
  return html`<section class="card plan" aria-labelledby="${subscription.id}">
<div class="heading"><h2 id="${subscription.id}">Current plan</h2>
<span class="badge ${subscription.status}">${statusLabel(subscription.status)}</span></div>
<p class="plan-name">${productName(visit.ledger.store, item.price)}</p>
<p class="figure">${perInterval(item.price, item.quantity)}</p>
<p class="quiet">${describeNextEvent(subscription)}</p>
${isLive(subscription) && planActions(visit, subscription)}
</section>`
}

function describeNextEvent(subscription: Subscription): string {
  const end = longDate(currentPeriod(subscription).end)
  if (subscription.ended_at !== null) return `Ended on ${longDate(subscription.ended_at)}.`
  if (subscription.cancel_at !== null)
    return `Ends on ${longDate(subscription.cancel_at)}, and does not renew.`
  if (subscription.status === 'past_due') return 'The last payment failed. We will try the card again.'
  if (subscription.status === 'trialing') return `The trial ends on ${end}.`
  return `Renews on ${end}.`
}

function planActions(visit: PortalVisit, subscription: Subscription): Html {
  const { subscription_update: update, subscription_cancel: cancel } = visit.configuration.features
  const at = `${visit.home}/subscriptions/${subscription.id}`
  return html`<div class="actions">
${update.enabled && html`<a class="button primary" href="${at}/plan">Change plan</a>`}
${
  cancel.enabled &&
  (subscription.cancel_at_period_end
    ? html`<form method="post" action="${at}/keep">${visit.token}<button class="secondary" type="submit">Keep plan</button></form>`
    : html`<a class="button secondary" href="${at}/cancel">Cancel plan</a>`)
}
</div>`
}

function cardCard(visit: PortalVisit, subscription: Subscription | undefined): Html {
  const { store } = visit.ledger
  const { default_payment_method: id } = visit.customer.invoice_settings
  const card = subscription
    ? visit.ledger.read((context) => cardFor(context, subscription))
    : id === null
      ? undefined
      : store.find('payment_method', id)
  return html`<section class="card" aria-labelledby="card">
<h2 id="card">Payment method</h2>
<p>${card ? cardMessage(card) : 'No card on file.'}</p>
${
  visit.configuration.features.payment_method_update.enabled &&
  html`<div class="actions"><a class="button secondary" href="${visit.home}/card">${card ? 'Update card' : 'Add card'}</a></div>`
}
</section>`
}

function cardMessage({ card }: PaymentMethod): string {
  if (!card) return 'A bank account'
  const month = String(card.exp_month).padStart(2, '0')
  return `Visa ending in ${card.last4}, expires ${month}/${card.exp_year}`
}

function creditCard(visit: PortalVisit): Html {
  const { balance, currency } = visit.customer
  return html`<section class="card"><h2>Credit</h2>
<p><span class="figure">${money(-balance, currency ?? 'usd')}</span> goes towards your next invoices.</p></section>`
}

function invoices(visit: PortalVisit): Html {
  const mine = visit.ledger.store
    .all('invoice')
    .filter(({ customer }) => customer === visit.customer.id)
    .toReversed()
  return html`<section class="card" aria-labelledby="invoices"><h2 id="invoices">Invoices</h2>
${mine.length === 0 ? html`<p class="quiet">No invoices yet.</p>` : invoiceTable(mine, (invoice) => `${visit.home}/invoices/${invoice.id}`)}
</section>`
}
