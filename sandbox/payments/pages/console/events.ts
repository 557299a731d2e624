import { type Html, html } from '#sandbox/html.ts'
import type { SandboxEvent } from '../../objects/event.ts'
import {
  areSentByHand,
  type Delivery,
  deliveriesOf,
  isSent,
  queueDelivery,
  sendByHand,
} from '../../webhooks/queue.ts'
import { dateAndTime } from '../format.ts'
import { type Answer, notFound, type Visit, visitOwnerOf } from '../page.ts'
import { badge, section, table } from '../parts.ts'
import { backToConsole } from './accounts.ts'

const SHOWN_EVENTS = 50

export function eventsCard(visit: Visit): Html {
  const { db, ledger, base, token } = visit
  const row = (event: SandboxEvent) => {
    const delivery = deliveriesOf(db, event.id).at(-1)
    const verb = delivery ? 'Resend' : 'Send'
    return [
      dateAndTime(event.created),
      html`<a href="${base}/events/${event.id}">${event.type}</a>`,
      event.account ?? '–',
      deliveryBadge(delivery),
      html`<form method="post" action="${base}/events/${event.id}/resend">${token}<button class="secondary small" type="submit" aria-label="${verb} ${event.type}">${verb}</button></form>`,
    ]
  }
  return section(
    'Events',
    html`${deliveryForm(visit)}
${table(
  [['When'], ['Event'], ['Account', 'id'], ['Webhook'], ['Send']],
  ledger.store.newest('event', SHOWN_EVENTS).map(row),
  'No events yet.',
)}`,
  )
}

/** By hand, events can be delivered late, twice or in another order. */
function deliveryForm({ base, ledger, token }: Visit): Html {
  const byHand = areSentByHand(ledger.store)
  return html`<form class="heading" method="post" action="${base}/webhooks">${token}
<p class="quiet">${byHand ? 'Webhooks wait here until you send them, in any order and as often as you like.' : 'Webhooks are sent at once.'}</p>
<button class="secondary small" name="send" value="${byHand ? 'at once' : 'by hand'}" type="submit">${byHand ? 'Send new events at once' : 'Send new events by hand'}</button></form>`
}

function deliveryBadge(delivery: Delivery | undefined): Html {
  switch (delivery?.state) {
    case undefined:
      return badge(['', 'Not sent'])
    case 'pending':
      return badge(['pending', delivery && delivery.attempts > 0 ? 'Retrying' : 'Sending'])
    case 'delivered':
      return badge(['delivered', 'Delivered'])
    default:
      return badge(['failed', 'Failed'])
  }
}

export function eventPage(visit: Visit): Answer {
  const event = eventOf(visit)
  if (!event) return notFound('event')
  const deliveries = deliveriesOf(visit.db, event.id).map((delivery) => [
    deliveryBadge(delivery),
    delivery.attempts,
    delivery.lastAttemptAt === null ? '–' : dateAndTime(delivery.lastAttemptAt / 1000),
    delivery.failure ?? '–',
  ])
  return {
    title: event.type,
    wide: true,
    back: backToConsole(visit),
    main: html`<section class="card">
<h1>${event.type}</h1>
<p class="quiet">${event.id} · ${dateAndTime(event.created)}</p>
${table([['State'], ['Attempts'], ['Last attempt'], ['Failure']], deliveries, 'This event was not sent.')}
<form class="actions" method="post" action="${visit.base}/events/${event.id}/resend">${visit.token}<button class="secondary" type="submit">${deliveries.length === 0 ? 'Send' : 'Resend'}</button></form>
</section>
${section('Payload', html`<pre tabindex="0" aria-label="Payload">${JSON.stringify(event, null, 2)}</pre>`)}`,
  }
}

export function resend(visit: Visit): Answer {
  const event = eventOf(visit)
  if (!event) return notFound('event')
  if (isSent(visit.ledger.store, event.account ?? null, event.type)) {
    queueDelivery(visit.db, event.id, visit.ledger.realNow().getTime())
  }
  visit.wakeCourier()
  return { redirect: `${visit.base}?notice=resent` }
}

function eventOf(visit: Visit): SandboxEvent | undefined {
  const [id = ''] = visit.ids
  return visitOwnerOf(visit, id).ledger.store.find('event', id)
}

export function chooseDelivery(visit: Visit): Answer {
  const byHand = visit.form.get('send') === 'by hand'
  sendByHand(visit.ledger.store, byHand)
  return { redirect: `${visit.base}?notice=${byHand ? 'by-hand' : 'at-once'}` }
}
