import { type Html, html } from '#sandbox/html.ts'
import type { CheckoutSession } from '../../objects/checkout-session.ts'
import { money, perMonth, shortDate } from '../format.ts'
import { type Answer, messagePage, notFound, type Page, type Visit, visitOwnerOf } from '../page.ts'
import { sums } from '../parts.ts'

export interface CheckoutVisit extends Visit {
  session: CheckoutSession
  /** The address of this checkout, without the origin. */
  home: string
}

export function inCheckout(visit: Visit, work: (visit: CheckoutVisit) => Answer): Answer {
  const [id = ''] = visit.ids
  const inside = visitOwnerOf(visit, id)
  const session = inside.ledger.store.find('checkout_session', id)
  if (!session) return notFound('checkout')
  if (session.status === 'complete') return success(session)
  if (session.status === 'expired') {
    return messagePage(
      410,
      'This checkout has expired',
      'Nothing was paid. Start again from the page you came from.',
      backOf(session),
    )
  }
  return work({ ...inside, session, home: `${visit.base}/checkout/${session.id}` })
}

export function success(session: CheckoutSession): Answer {
  return { redirect: session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id) }
}

function backOf({ cancel_url }: CheckoutSession): Page['back'] {
  return cancel_url === null ? undefined : { url: cancel_url, label: 'Back' }
}

/** A form to pay, beside what is sold. */
export function checkoutPage(visit: CheckoutVisit, title: string, content: Html, hasErrors: boolean): Page {
  const { session } = visit
  return {
    title: hasErrors ? 'Payment not made' : title,
    wide: true,
    back: backOf(session),
    leadsTo: [session.success_url],
    main: html`<div class="checkout">
${session.mode === 'payment' ? paymentSummary(visit) : subscriptionSummary(session)}
<section class="card" aria-labelledby="pay"><h2 id="pay">${title}</h2>
${content}
</section>
</div>`,
  }
}

export const totalOf = ({ amount_total, currency }: CheckoutSession): string => money(amount_total, currency)

function paymentSummary({ ledger: { store }, session }: CheckoutVisit): Html {
  const seller = store.owner === null ? undefined : store.forOwner(null).find('account', store.owner)
  return html`<section class="summary">
<h1>Pay ${seller?.business_profile.name}</h1>
<p class="amount">${totalOf(session)}</p>
${sums(linesOf(session), ['Total due', totalOf(session)])}
</section>`
}

function subscriptionSummary(session: CheckoutSession): Html {
  const [line] = session.line_items.data
  const trialEnd = session.subscription_data?.trialEnd ?? null
  const trial: [string, string] = ['Trial', money(-(line?.amount_total ?? 0), session.currency)]
  const begin = trialEnd === null ? 'The' : `Nothing is charged before ${shortDate(trialEnd)}. Then the`
  return html`<section class="summary">
<h1>Subscribe to ${line?.description}</h1>
<p class="amount">${line?.price && perMonth(line.price)}</p>
${sums([...linesOf(session), ...(trialEnd === null ? [] : [trial])], ['Due today', totalOf(session)])}
<p class="quiet">${begin} plan renews by itself until you cancel it.</p>
</section>`
}

const linesOf = (session: CheckoutSession): [string, string][] =>
  session.line_items.data.map((line) => [line.description, money(line.amount_total, session.currency)])
