import { type Html, html } from '#sandbox/html.ts'
import { cardOf } from '../../billing/customers.ts'
import { invoicesOf } from '../../billing/invoices.ts'
import { productName } from '../../billing/lines.ts'
import { isLive, itemOf, type Subscription } from '../../objects/subscription.ts'
import { longDate, money, perMonth } from '../format.ts'
import type { Answer } from '../page.ts'
import { noticeOf, section, subscriptionBadge } from '../parts.ts'
import { invoiceTable } from './invoices.ts'
import { NOTICES, type PortalVisit, PROBLEMS } from './visit.ts'

export function homePage(visit: PortalVisit): Answer {
  const { customer, home, query, session } = visit
  const { store } = visit.ledger
  if (session.flow && !query.has('notice') && !query.has('home')) {
    const { subscription, items } = session.flow.subscription_update_confirm
    return { redirect: `${home}/subscriptions/${subscription}/confirm?price=${items[0]?.price}` }
  }
  const mine = store.all('subscription').filter((subscription) => subscription.customer === customer.id)
  const shown = mine.some(isLive) ? mine.filter(isLive) : mine.slice(-1)
  return {
    title: 'Billing',
    back: session.return_url === null ? undefined : { url: session.return_url, label: 'Back' },
    main: html`${noticeOf(visit, NOTICES, PROBLEMS)}
<div class="title"><h1>Billing</h1>
<p class="quiet">${customer.name !== null && `${customer.name} · `}${customer.email}</p></div>
${shown.length === 0 && section('Current plan', html`<p>There is no plan yet.</p>`)}
${shown.map((subscription) => planCard(visit, subscription))}
${cardSection(visit)}
${
  customer.balance < 0 &&
  section(
    'Credit',
    html`<p><span class="figure">${money(-customer.balance, 'usd')}</span> goes towards your next invoices.</p>`,
  )
}
${section('Invoices', invoiceTable(invoicesOf(store, customer.id).toReversed(), home))}`,
  }
}

function planCard(visit: PortalVisit, subscription: Subscription): Html {
  const { price } = itemOf(subscription)
  return html`<section class="card" aria-labelledby="${subscription.id}">
<div class="heading"><h2 id="${subscription.id}">Current plan</h2>
${subscriptionBadge(subscription)}</div>
<p class="plan-name">${productName(visit.ledger.store, price)}</p>
<p class="figure">${perMonth(price)}</p>
<p class="quiet">${describeNextEvent(subscription)}</p>
${isLive(subscription) && planActions(visit, subscription)}
</section>`
}

function describeNextEvent(subscription: Subscription): string {
  const end = longDate(itemOf(subscription).current_period_end)
  if (subscription.ended_at !== null) return `Ended on ${longDate(subscription.ended_at)}.`
  if (subscription.cancel_at_period_end) return `Ends on ${end}, and does not renew.`
  if (subscription.status === 'past_due') return 'The last payment failed. We will try the card again.'
  if (subscription.status === 'trialing') return `The trial ends on ${end}.`
  return `Renews on ${end}.`
}

function planActions({ home, token }: PortalVisit, subscription: Subscription): Html {
  const at = `${home}/subscriptions/${subscription.id}`
  return html`<div class="actions">
<a class="button primary" href="${at}/plan">Change plan</a>
${
  subscription.cancel_at_period_end
    ? html`<form method="post" action="${at}/keep">${token}<button class="secondary" type="submit">Keep plan</button></form>`
    : html`<a class="button secondary" href="${at}/cancel">Cancel plan</a>`
}
</div>`
}

function cardSection({ customer, home, ledger }: PortalVisit): Html {
  const { card } = cardOf(ledger.store, customer.id) ?? {}
  const month = String(card?.exp_month).padStart(2, '0')
  return section(
    'Payment method',
    html`<p>${card ? `Visa ending in ${card.last4}, expires ${month}/${card.exp_year}` : 'No card on file.'}</p>
<div class="actions"><a class="button secondary" href="${home}/card">${card ? 'Update card' : 'Add card'}</a></div>`,
  )
}
