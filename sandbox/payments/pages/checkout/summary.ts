import type { CheckoutSession } from '../../objects/checkout-session.ts'
import { money, perInterval, shortDate } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { CheckoutVisit } from './visit.ts'

export const totalOf = (session: CheckoutSession): string =>
  money(session.amount_total ?? 0, session.currency ?? 'usd')

/** What is sold, beside the form that pays for it. */
export function summary(visit: CheckoutVisit): Html {
  return visit.session.mode === 'payment' ? paymentSummary(visit) : subscriptionSummary(visit.session)
}

function paymentSummary({ ledger: { store }, session }: CheckoutVisit): Html {
  const seller = store.owner === null ? undefined : store.forOwner(null).find('account', store.owner)
  const name = seller?.settings.dashboard.display_name
  return html`<section class="summary">
<h1>${name ? `Pay ${name}` : 'Pay'}</h1>
<p class="amount">${totalOf(session)}</p>
<dl class="sums">
${lines(session)}
<div class="total"><dt>Total due</dt><dd>${totalOf(session)}</dd></div>
</dl>
</section>`
}

function subscriptionSummary(session: CheckoutSession): Html {
  const [line] = session.line_items.data
  const trial = session.amount_total === 0
  const trialEnd = session.subscription_data?.trialEnd ?? null
  return html`<section class="summary">
<h1>Subscribe to ${line?.description ?? 'a plan'}</h1>
<p class="amount">${line ? perInterval(line.price, line.quantity) : totalOf(session)}</p>
<dl class="sums">
${lines(session)}
${trial && html`<div><dt>Trial</dt><dd>−${money(line?.amount_total ?? 0, line?.currency ?? 'usd')}</dd></div>`}
<div class="total"><dt>Due today</dt><dd>${totalOf(session)}</dd></div>
</dl>
<p class="quiet">${trial ? `Nothing is charged ${trialEnd === null ? 'during the trial' : `before ${shortDate(trialEnd)}`}. Then the plan renews` : 'The plan renews'} by itself until you cancel it.</p>
</section>`
}

function lines(session: CheckoutSession): Html[] {
  return session.line_items.data.map(
    (item) =>
      html`<div><dt>${item.description}${item.quantity > 1 && ` × ${item.quantity}`}</dt><dd>${money(item.amount_total, item.currency)}</dd></div>`,
  )
}
