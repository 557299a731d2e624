import { type Html, html } from '#sandbox/html.ts'
import { wouldPay } from '../../billing/customers.ts'
import { productName } from '../../billing/lines.ts'
import { changePlan, linesOfChange } from '../../billing/plan-change.ts'
import { cancelAtPeriodEnd, keepRunning } from '../../billing/subscriptions.ts'
import type { Price } from '../../objects/catalogue.ts'
import type { InvoiceLine } from '../../objects/invoice.ts'
import { itemOf } from '../../objects/subscription.ts'
import { longDate, money, perMonth } from '../format.ts'
import { type Answer, notFound } from '../page.ts'
import { sums } from '../parts.ts'
import { backHome, done, leadsTo, type PlanVisit } from './visit.ts'

export function choosePage(visit: PlanVisit): Answer {
  const { price: current } = itemOf(visit.subscription)
  const offers = offeredPrices(visit)
  const choice = (price: Price, index: number) => html`<label class="choice">
<input type="radio" name="price" value="${price.id}"${index === 0 && html` checked`}>
<span><strong>${productName(visit.ledger.store, price)}</strong><br>${perMonth(price)}</span></label>`
  return {
    title: 'Change plan',
    back: backHome(visit),
    main: html`<section class="card">
<h1>Change plan</h1>
<p>Your plan is ${productName(visit.ledger.store, current)}, ${perMonth(current)}.</p>
${
  offers.length > 0
    ? html`<form class="stack" method="get" action="${visit.at}/confirm">
<fieldset class="choices"><legend>Choose a plan</legend>${offers.map(choice)}</fieldset>
<div class="actions"><button class="primary" type="submit">Continue</button></div>
</form>`
    : html`<p>There is no other plan to change to.</p>`
}
</section>`,
  }
}

/** The other prices that the portal's configuration lists. Without a configuration, all that are active. */
function offeredPrices({ ledger: { store }, session, subscription }: PlanVisit): Price[] {
  const configuration =
    session.configuration === null ? undefined : store.find('portal_configuration', session.configuration)
  const listed = configuration?.features.subscription_update.products?.flatMap(({ prices }) => prices)
  return store
    .all('price')
    .filter(({ id }) => id !== itemOf(subscription).price.id && listed?.includes(id) !== false)
    .filter((price) => price.active && store.find('product', price.product)?.active)
    .toSorted((a, b) => a.unit_amount - b.unit_amount)
}

const offeredPrice = (visit: PlanVisit, id: string | null): Price | undefined =>
  offeredPrices(visit).find((price) => price.id === id)

const nowOf = ({ ledger }: PlanVisit): number => Math.floor(ledger.now().getTime() / 1000)

export function confirmPage(visit: PlanVisit): Answer {
  const price = offeredPrice(visit, visit.query.get('price'))
  return price ? priceConfirmation(visit, price) : notFound('plan')
}

function priceConfirmation(visit: PlanVisit, price: Price, problem?: string): Answer {
  const { at, home, ledger, subscription, token } = visit
  const name = productName(ledger.store, price)
  const now = nowOf(visit)
  return {
    title: `Change to ${name}`,
    back: backHome(visit),
    leadsTo: leadsTo(visit),
    main: html`<section class="card">
<h1>Change to ${name}</h1>
${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
<p class="figure">${perMonth(price)}</p>
${costOf(visit, linesOfChange(ledger.store, subscription, price, now))}
<p class="quiet">From ${longDate(itemOf(subscription).current_period_end)} on: ${perMonth(price)}.</p>
<form class="actions" method="post" action="${at}/confirm">
${token}
<input type="hidden" name="price" value="${price.id}">
<input type="hidden" name="at" value="${now}">
<button class="primary" type="submit">Confirm change</button>
<a class="button secondary" href="${home}?home">Keep current plan</a>
</form>
</section>`,
  }
}

function costOf({ customer }: PlanVisit, lines: InvoiceLine[]): Html {
  if (lines.length === 0) return html`<p>Nothing is charged now.</p>`
  const owed = totalOf(lines) + customer.balance
  const rows = lines.map(({ description, amount }): [string, string] => [description, money(amount, 'usd')])
  if (customer.balance !== 0) rows.push(['Your credit', money(customer.balance, 'usd')])
  return html`${sums(rows, ['Due now', money(Math.max(0, owed), 'usd')])}
${owed < 0 && html`<p class="quiet">${money(-owed, 'usd')} is credit for your next invoices.</p>`}`
}

const totalOf = (lines: InvoiceLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

/** Computed for the second at which the amounts were shown, so that exactly these are charged. */
export function confirmPlan(visit: PlanVisit): Answer {
  const { customer, form, ledger, subscription } = visit
  const price = offeredPrice(visit, form.get('price'))
  if (!price) return notFound('plan')
  const now = nowOf(visit)
  const shownAt = Number(form.get('at'))
  const oldest = Math.max(now - 3600, itemOf(subscription).current_period_start)
  const isFresh = Number.isInteger(shownAt) && shownAt <= now && shownAt >= oldest
  const lines = linesOfChange(ledger.store, subscription, price, isFresh ? shownAt : now)
  if (totalOf(lines) + customer.balance > 0 && !wouldPay(ledger.store, customer.id)) {
    const problem = 'Your card was declined. Your plan was not changed: update your card first.'
    return priceConfirmation(visit, price, problem)
  }
  ledger.change((context) => changePlan(context, subscription, price, lines))
  return done(visit, 'changed')
}

export function cancelPage(visit: PlanVisit): Answer {
  const { price, current_period_end } = itemOf(visit.subscription)
  const name = productName(visit.ledger.store, price)
  return {
    title: 'Cancel plan',
    back: backHome(visit),
    leadsTo: leadsTo(visit),
    main: html`<section class="card">
<h1>Cancel ${name}?</h1>
<p>You keep ${name} until ${longDate(current_period_end)}. After that it ends, and you are not charged again.</p>
<form class="actions" method="post" action="${visit.at}/cancel">
${visit.token}
<button class="danger" type="submit">Cancel plan</button>
<a class="button secondary" href="${visit.home}?home">Keep plan</a>
</form>
</section>`,
  }
}

export function cancelPlan(visit: PlanVisit): Answer {
  visit.ledger.change((context) => cancelAtPeriodEnd(context, visit.subscription))
  return done(visit, 'canceled')
}

export function keepPlan(visit: PlanVisit): Answer {
  visit.ledger.change((context) => keepRunning(context, visit.subscription))
  return done(visit, 'kept')
}
