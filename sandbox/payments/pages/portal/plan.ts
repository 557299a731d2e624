import { productName } from '../../billing/charges.ts'
import { wouldPay } from '../../billing/collection.ts'
import { applyPlanChange, type PlanChange, planChange } from '../../billing/plan-change.ts'
import type { Price } from '../../objects/price.ts'
import { currentPeriod, firstItem, type Subscription } from '../../objects/subscription.ts'
import { longDate, money, perInterval } from '../format.ts'
import { type Html, html } from '../html.ts'
import { notFound } from '../not-found.ts'
import type { Answer, Page } from '../page.ts'
import { backHome, done, leadsTo, type PortalVisit } from './visit.ts'

export function choosePage(visit: PortalVisit, subscription: Subscription): Answer {
  if (!visit.configuration.features.subscription_update.enabled) return notFound()
  const item = firstItem(subscription)
  const { store } = visit.ledger
  const offers = offered(visit, subscription)
  const first = offers.find((price) => price.id !== item.price.id)
  return {
    status: 200,
    title: 'Change plan',
    back: home(visit),
    main: html`<section class="card">
<h1>Change plan</h1>
${
  first
    ? html`<form class="stack" method="get" action="${visit.home}/subscriptions/${subscription.id}/confirm">
<fieldset class="choices"><legend>Choose a plan</legend>
${offers.map((price) => {
  const current = price.id === item.price.id
  return html`<label class="choice"><input type="radio" name="price" value="${price.id}"${current && html` disabled`}${price.id === first.id && html` checked`}>
<span><strong>${productName(store, price)}</strong>${current && html` <span class="badge">Current plan</span>`}<br>${perInterval(price, item.quantity)}</span></label>`
})}
</fieldset>
<div class="actions"><button class="primary" type="submit">Continue</button></div>
</form>`
    : html`<p>There is no other plan to change to.</p>`
}
</section>`,
  }
}

function home(visit: PortalVisit): Page['back'] {
  const { url, label } = backHome(visit)
  return { url: `${url}?home`, label }
}

/** The prices that the portal's configuration offers. Without a configuration, every active recurring price. */
function offered(visit: PortalVisit, subscription: Subscription): Price[] {
  const { store } = visit.ledger
  const { products } = visit.configuration.features.subscription_update
  const listed = products?.flatMap(({ prices }) => prices)
  const current = firstItem(subscription).price.id
  return store
    .all('price')
    .filter((price) => price.recurring !== null && price.currency === subscription.currency)
    .filter((price) => price.id === current || (price.active && store.find('product', price.product)?.active))
    .filter((price) => price.id === current || listed === undefined || listed.includes(price.id))
    .toSorted((a, b) => a.unit_amount - b.unit_amount)
}

function changeTo(visit: PortalVisit, subscription: Subscription, priceId: string, at: number) {
  const price = offered(visit, subscription).find(({ id }) => id === priceId)
  const item = firstItem(subscription)
  if (!price || price.id === item.price.id) return undefined
  const { proration_behavior: behavior } = visit.configuration.features.subscription_update
  return visit.ledger.read((context) =>
    planChange(context, subscription, { price, quantity: item.quantity }, behavior, at),
  )
}

export function confirmPage(visit: PortalVisit, subscription: Subscription, problem?: string): Answer {
  const source = problem === undefined ? visit.query : visit.form
  const now = Math.floor(visit.ledger.now().getTime() / 1000)
  const change = changeTo(visit, subscription, source.get('price') ?? '', now)
  if (!change) return notFound('plan')
  const { price, quantity } = firstItem(change.after)
  const name = productName(visit.ledger.store, price)
  return {
    status: 200,
    title: `Change to ${name}`,
    back: home(visit),
    leadsTo: leadsTo(visit),
    main: html`<section class="card">
<h1>Change to ${name}</h1>
${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
<p class="figure">${perInterval(price, quantity)}</p>
${preview(visit, change)}
<p class="quiet">From ${longDate(currentPeriod(change.after).end)} on: ${perInterval(price, quantity)}.</p>
<form class="actions" method="post" action="${visit.home}/subscriptions/${subscription.id}/confirm">
${visit.token}
<input type="hidden" name="price" value="${price.id}">
<input type="hidden" name="at" value="${now}">
<button class="primary" type="submit">Confirm change</button>
<a class="button secondary" href="${visit.home}?home">Keep current plan</a>
</form>
</section>`,
  }
}

function preview(visit: PortalVisit, change: PlanChange): Html {
  const { currency } = change.after
  const total = change.charges.reduce((sum, { amount }) => sum + amount, 0)
  const owed = total + (change.invoicedNow ? visit.customer.balance : 0)
  if (change.charges.length === 0) return html`<p>Nothing is charged now.</p>`
  return html`<dl class="sums">
${change.charges.map(({ description, amount }) => html`<div><dt>${description}</dt><dd>${money(amount, currency)}</dd></div>`)}
${change.invoicedNow && visit.customer.balance !== 0 && html`<div><dt>Your credit</dt><dd>${money(visit.customer.balance, currency)}</dd></div>`}
${
  change.invoicedNow
    ? html`<div class="total"><dt>Due now</dt><dd>${money(Math.max(0, owed), currency)}</dd></div>
${owed < 0 && html`<div><dt>Credit for your next invoices</dt><dd>${money(-owed, currency)}</dd></div>`}`
    : html`<div class="total"><dt>On your next invoice</dt><dd>${money(total, currency)}</dd></div>`
}
</dl>`
}

/** Computed for the second at which the amounts were shown, so that exactly these are charged. */
export function confirm(visit: PortalVisit, subscription: Subscription): Answer {
  const now = Math.floor(visit.ledger.now().getTime() / 1000)
  const shownAt = Number(visit.form.get('at'))
  const fresh = Number.isInteger(shownAt) && shownAt <= now && shownAt > now - 3600
  const { start } = currentPeriod(subscription)
  const change = changeTo(
    visit,
    subscription,
    visit.form.get('price') ?? '',
    fresh && shownAt >= start ? shownAt : now,
  )
  if (!change) return notFound('plan')
  const total = change.charges.reduce((sum, { amount }) => sum + amount, visit.customer.balance)
  const declined =
    change.invoicedNow && total > 0 && !visit.ledger.read((context) => wouldPay(context, subscription))
  if (declined) {
    return confirmPage(
      visit,
      subscription,
      'Your card was declined. Your plan was not changed: update your card first.',
    )
  }
  visit.ledger.change((context) => applyPlanChange(context, change))
  return done(visit, 'changed')
}
