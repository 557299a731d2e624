import { productName } from '../../billing/charges.ts'
import type { Customer } from '../../objects/customer.ts'
import type { SandboxEvent } from '../../objects/event.ts'
import { currentPeriod, firstItem, type Subscription } from '../../objects/subscription.ts'
import { areSentByHand, type Delivery, deliveriesOf } from '../../webhooks/queue.ts'
import { dateAndTime, money, perInterval, shortDate, statusLabel } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { accountsCard } from './accounts.ts'
import { clockCard } from './clock-card.ts'
import { notice, section } from './parts.ts'
import { paymentsCard } from './payments-card.ts'

const pageSize = 20

export function consolePage(visit: Visit, problem?: string): Page {
  return {
    status: 200,
    title: 'Console',
    wide: true,
    main: html`<div class="title"><h1>Console</h1>
<p class="quiet">Stands in for the payment provider while none is configured. Move its clock forward to see what happens later.</p></div>
${notice(visit)}
${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
${clockCard(visit)}
${accountsCard(visit)}
${paymentsCard(visit)}
${subscriptionsCard(visit)}
${customersCard(visit)}
${eventsCard(visit)}`,
  }
}

function customerName(customer: Customer | undefined): string {
  return customer?.name ?? customer?.email ?? customer?.id ?? 'A deleted customer'
}

function subscriptionsCard(visit: Visit): Html {
  const { store } = visit.ledger
  const subscriptions = store.newest('subscription', pageSize)
  const row = (subscription: Subscription) => {
    const item = firstItem(subscription)
    const customer = store.find('customer', subscription.customer)
    return html`<tr>
<td data-label="Customer">${customerName(customer && 'deleted' in customer ? undefined : customer)}</td>
<td data-label="Plan"><span>${productName(store, item.price)}<br><span class="quiet">${perInterval(item.price, item.quantity)}</span></span></td>
<td data-label="Status"><span class="badge ${subscription.status}">${statusLabel(subscription.status)}</span></td>
<td data-label="Next">${nextOf(subscription)}</td>
<td data-label="Id" class="id">${subscription.id}</td>
</tr>`
  }
  return section(
    'Subscriptions',
    subscriptions.length === 0 && 'No subscriptions yet.',
    () => html`<table class="rows">
<thead><tr><th scope="col">Customer</th><th scope="col">Plan</th><th scope="col">Status</th><th scope="col">Next</th><th scope="col">Id</th></tr></thead>
<tbody>${subscriptions.map(row)}</tbody></table>`,
  )
}

function nextOf(subscription: Subscription): string {
  if (subscription.ended_at !== null) return `Ended ${shortDate(subscription.ended_at)}`
  if (subscription.cancel_at !== null) return `Ends ${shortDate(subscription.cancel_at)}`
  return `Renews ${shortDate(currentPeriod(subscription).end)}`
}

function customersCard(visit: Visit): Html {
  const customers = visit.ledger.store
    .newest('customer', pageSize)
    .flatMap((customer) => ('deleted' in customer ? [] : [customer]))
  const row = (customer: Customer) => html`<tr>
<td data-label="Name">${customer.name ?? '–'}</td>
<td data-label="Email">${customer.email ?? '–'}</td>
<td data-label="Since">${shortDate(customer.created)}</td>
<td data-label="Credit" class="number">${money(Math.max(0, -customer.balance), customer.currency ?? 'usd')}</td>
<td data-label="Id" class="id">${customer.id}</td>
</tr>`
  return section(
    'Customers',
    customers.length === 0 && 'No customers yet.',
    () => html`<table class="rows">
<thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">Since</th><th scope="col" class="number">Credit</th><th scope="col">Id</th></tr></thead>
<tbody>${customers.map(row)}</tbody></table>`,
  )
}

function eventsCard(visit: Visit): Html {
  const { store } = visit.ledger
  const count = store.countOfAll('event')
  const pages = Math.max(1, Math.ceil(count / pageSize))
  const asked = Number(visit.query.get('page') ?? '1')
  const page = Number.isInteger(asked) ? Math.min(pages, Math.max(1, asked)) : 1
  const events = store.newestOfAll('event', pageSize, (page - 1) * pageSize)
  return section(
    'Events',
    events.length === 0 && 'No events yet.',
    () => html`${deliveryForm(visit)}<table class="rows">
<thead><tr><th scope="col">When</th><th scope="col">Event</th><th scope="col">Account</th><th scope="col">Webhook</th><th scope="col">Send</th></tr></thead>
<tbody>${events.map((event) => eventRow(visit, event))}</tbody></table>
${
  pages > 1 &&
  html`<nav class="pages" aria-label="Pages of events">
${page > 1 && html`<a href="${visit.base}?page=${page - 1}">Newer</a>`}
<span class="quiet">Page ${page} of ${pages}</span>
${page < pages && html`<a href="${visit.base}?page=${page + 1}">Older</a>`}
</nav>`
}`,
  )
}

/** By hand, events can be delivered late, twice or in another order. */
function deliveryForm(visit: Visit): Html {
  const byHand = areSentByHand(visit.ledger.store)
  return html`<form class="heading" method="post" action="${visit.base}/webhooks">${visit.token}
<p class="quiet">${byHand ? 'Webhooks wait here until you send them, in any order and as often as you like.' : 'Webhooks are sent at once.'}</p>
<button class="secondary small" name="send" value="${byHand ? 'at once' : 'by hand'}" type="submit">${byHand ? 'Send new events at once' : 'Send new events by hand'}</button></form>`
}

function eventRow(visit: Visit, event: SandboxEvent): Html {
  const delivery = deliveriesOf(visit.db, event.id).at(-1)
  const verb = delivery ? 'Resend' : 'Send'
  return html`<tr>
<td data-label="When">${dateAndTime(new Date(event.created * 1000))}</td>
<td data-label="Event"><a href="${visit.base}/events/${event.id}">${event.type}</a></td>
<td data-label="Account" class="id">${event.account ?? '–'}</td>
<td data-label="Webhook">${deliveryBadge(delivery)}</td>
<td data-label="Send"><form method="post" action="${visit.base}/events/${event.id}/resend">${visit.token}<button class="secondary small" type="submit" aria-label="${verb} ${event.type}">${verb}</button></form></td>
</tr>`
}

export function deliveryBadge(delivery: Delivery | undefined): Html {
  if (!delivery) return html`<span class="badge">Not sent</span>`
  const labels = {
    delivered: 'Delivered',
    failed: 'Failed',
    pending: delivery.attempts > 0 ? 'Retrying' : 'Sending',
  }
  return html`<span class="badge ${delivery.state}">${labels[delivery.state]}</span>`
}
