import { type Delivery, deliveriesOf, isSent, queueDelivery, sendByHand } from '../../webhooks/queue.ts'
import { dateAndTime } from '../format.ts'
import { html } from '../html.ts'
import { notFound } from '../not-found.ts'
import { type Answer, type Visit, visitOwnerOf } from '../page.ts'
import { deliveryBadge } from './console.ts'

function eventOf(visit: Visit) {
  const [id = ''] = visit.ids
  return visitOwnerOf(visit, id).ledger.store.find('event', id)
}

export function eventPage(visit: Visit): Answer {
  const event = eventOf(visit)
  if (!event) return notFound('event')
  const deliveries = deliveriesOf(visit.db, event.id)
  return {
    status: 200,
    title: event.type,
    wide: true,
    back: { url: visit.base, label: 'Back to the console' },
    main: html`<section class="card">
<h1 class="event-type">${event.type}</h1>
<p class="quiet">${event.id} · ${dateAndTime(new Date(event.created * 1000))}</p>
${
  deliveries.length === 0
    ? html`<p>This event was not sent.</p>`
    : html`<table class="rows">
<thead><tr><th scope="col">State</th><th scope="col">Attempts</th><th scope="col">Last attempt</th><th scope="col">Failure</th></tr></thead>
<tbody>${deliveries.map(deliveryRow)}</tbody></table>`
}
<form class="actions" method="post" action="${visit.base}/events/${event.id}/resend">${visit.token}<button class="secondary" type="submit">${deliveries.length === 0 ? 'Send' : 'Resend'}</button></form>
</section>
<section class="card" aria-labelledby="payload"><h2 id="payload">Payload</h2>
<pre tabindex="0" aria-label="Payload">${JSON.stringify(event, null, 2)}</pre></section>`,
  }
}

function deliveryRow(delivery: Delivery) {
  return html`<tr>
<td data-label="State">${deliveryBadge(delivery)}</td>
<td data-label="Attempts">${delivery.attempts}</td>
<td data-label="Last attempt">${delivery.lastAttemptAt === null ? '–' : dateAndTime(new Date(delivery.lastAttemptAt))}</td>
<td data-label="Failure">${delivery.failure ?? '–'}</td>
</tr>`
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

export function chooseDelivery(visit: Visit): Answer {
  const byHand = visit.form.get('send') === 'by hand'
  sendByHand(visit.ledger.store, byHand)
  return { redirect: `${visit.base}?notice=${byHand ? 'by-hand' : 'at-once'}` }
}
