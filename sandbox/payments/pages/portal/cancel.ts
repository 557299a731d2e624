import { productName } from '../../billing/charges.ts'
import {
  cancelAtPeriodEnd,
  endSubscription,
  keepRunning,
  saveSubscription,
} from '../../billing/subscriptions.ts'
import { currentPeriod, firstItem, type Subscription } from '../../objects/subscription.ts'
import { longDate } from '../format.ts'
import { html } from '../html.ts'
import { notFound } from '../not-found.ts'
import type { Answer } from '../page.ts'
import { backHome, done, leadsTo, type PortalVisit } from './visit.ts'

export function cancelPage(visit: PortalVisit, subscription: Subscription): Answer {
  const { enabled, mode } = visit.configuration.features.subscription_cancel
  if (!enabled) return notFound()
  const name = productName(visit.ledger.store, firstItem(subscription).price)
  const end = longDate(currentPeriod(subscription).end)
  const { url, label } = backHome(visit)
  return {
    status: 200,
    title: 'Cancel plan',
    back: { url: `${url}?home`, label },
    leadsTo: leadsTo(visit),
    main: html`<section class="card">
<h1>Cancel ${name}?</h1>
<p>${
      mode === 'immediately'
        ? 'Your plan ends immediately, and you are not charged again.'
        : `You keep ${name} until ${end}. After that it ends, and you are not charged again.`
    }</p>
<form class="actions" method="post" action="${visit.home}/subscriptions/${subscription.id}/cancel">
${visit.token}
<button class="danger" type="submit">Cancel plan</button>
<a class="button secondary" href="${visit.home}?home">Keep plan</a>
</form>
</section>`,
  }
}

export function cancel(visit: PortalVisit, subscription: Subscription): Answer {
  const { enabled, mode } = visit.configuration.features.subscription_cancel
  if (!enabled) return notFound()
  if (mode === 'immediately') {
    visit.ledger.change((context) => endSubscription(context, subscription, 'cancellation_requested'))
    return done(visit, 'ended')
  }
  visit.ledger.change((context) =>
    saveSubscription(context, subscription, cancelAtPeriodEnd(context, subscription)),
  )
  return done(visit, 'canceled')
}

export function keep(visit: PortalVisit, subscription: Subscription): Answer {
  visit.ledger.change((context) => saveSubscription(context, subscription, keepRunning(subscription)))
  return done(visit, 'kept')
}
