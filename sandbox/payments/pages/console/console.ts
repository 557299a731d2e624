import { type Html, html } from '#sandbox/html.ts'
import { productName } from '../../billing/lines.ts'
import { itemOf, type Subscription } from '../../objects/subscription.ts'
import { perMonth, shortDate } from '../format.ts'
import type { Page, Visit } from '../page.ts'
import { noticeOf, section, subscriptionBadge, table } from '../parts.ts'
import { accountsCard } from './accounts.ts'
import { CLOCK_PROBLEMS, clockCard } from './clock.ts'
import { eventsCard } from './events.ts'
import { paymentsCard } from './payments.ts'

const NOTICES = {
  moved: 'The clock was moved.',
  resent: 'The event is being sent.',
  'by-hand': 'New events wait until you send them.',
  'at-once': 'New events are sent at once.',
}

export function consolePage(visit: Visit): Page {
  return {
    title: 'Console',
    wide: true,
    main: html`<div class="title"><h1>Console</h1>
<p class="quiet">Stands in for the payment provider while none is configured. Move its clock forward to see what happens later.</p></div>
${noticeOf(visit, NOTICES, CLOCK_PROBLEMS)}
${clockCard(visit)}
${accountsCard(visit)}
${paymentsCard(visit)}
${subscriptionsCard(visit)}
${eventsCard(visit)}`,
  }
}

function subscriptionsCard({ ledger: { store } }: Visit): Html {
  const row = (subscription: Subscription) => {
    const { price } = itemOf(subscription)
    const customer = store.find('customer', subscription.customer)
    return [
      customer?.name ?? customer?.email ?? subscription.customer,
      html`<span>${productName(store, price)}<br><span class="quiet">${perMonth(price)}</span></span>`,
      subscriptionBadge(subscription),
      nextOf(subscription),
      subscription.id,
    ]
  }
  return section(
    'Subscriptions',
    table(
      [['Customer'], ['Plan'], ['Status'], ['Next'], ['Id', 'id']],
      store.newest('subscription', 20).map(row),
      'No subscriptions yet.',
    ),
  )
}

function nextOf(subscription: Subscription): string {
  if (subscription.ended_at !== null) return `Ended ${shortDate(subscription.ended_at)}`
  const end = shortDate(itemOf(subscription).current_period_end)
  return subscription.cancel_at_period_end ? `Ends ${end}` : `Renews ${end}`
}
