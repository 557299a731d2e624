import { cardAnswer, declined } from '../billing/cards.ts'
import { completeCheckout, type Payer } from '../billing/purchase.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import {
  authenticationPage,
  awaitAuthentication,
  awaitingPayer,
  endAuthentication,
  notAuthenticated,
} from './authentication.ts'
import { type CardErrors, cardForm, readCard } from './card-form.ts'
import { money, perInterval, shortDate } from './format.ts'
import { type Html, html } from './html.ts'
import { gone, notFound } from './not-found.ts'
import { type Answer, type Page, route, type Visit } from './page.ts'

export const checkoutRoutes = [
  route('GET', '/checkout/:session', (visit) => open(visit, (session) => payPage(visit, session, {}))),
  route('POST', '/checkout/:session', (visit) => open(visit, (session) => pay(visit, session))),
  route('GET', '/checkout/:session/confirm/:attempt', (visit) =>
    open(visit, (session) => askBank(visit, session)),
  ),
  route('POST', '/checkout/:session/confirm/:attempt', (visit) =>
    open(visit, (session) => answerBank(visit, session)),
  ),
]

function open(visit: Visit, work: (session: CheckoutSession) => Answer): Answer {
  const session = visit.ledger.store.find('checkout_session', visit.ids[0] ?? '')
  if (!session) return notFound('checkout')
  if (session.status === 'complete') return { redirect: successUrl(session) }
  if (session.status === 'expired') {
    return gone(
      'This checkout has expired',
      'Nothing was paid. Start again from the page you came from.',
      backOf(session),
    )
  }
  return work(session)
}

function successUrl(session: CheckoutSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function backOf(session: CheckoutSession): Page['back'] {
  return session.cancel_url === null ? undefined : { url: session.cancel_url, label: 'Back' }
}

function payPage(visit: Visit, session: CheckoutSession, errors: CardErrors): Page {
  const failed = Object.keys(errors).length > 0
  const amount = money(session.amount_total ?? 0, session.currency ?? 'usd')
  return {
    status: 200,
    title: failed ? 'Payment not made' : 'Pay',
    wide: true,
    back: backOf(session),
    leadsTo: [session.success_url],
    main: html`<div class="checkout">
${summary(session, amount)}
<section class="card" aria-labelledby="pay-by-card">
<h2 id="pay-by-card">Pay by card</h2>
${cardForm({
  action: `${visit.base}/checkout/${session.id}`,
  token: visit.token,
  submit: session.amount_total === 0 ? 'Start trial' : `Pay ${amount}`,
  form: visit.form,
  errors,
  knownEmail: session.customer_details?.email ?? null,
})}
</section>
</div>`,
  }
}

function summary(session: CheckoutSession, amount: string): Html {
  const [line] = session.line_items.data
  const trial = session.amount_total === 0
  const { trialEnd } = session.subscription_data
  return html`<section class="summary">
<h1>Subscribe to ${line?.description ?? 'a plan'}</h1>
<p class="amount">${line ? perInterval(line.price, line.quantity) : amount}</p>
<dl class="sums">
${session.line_items.data.map(
  (item) =>
    html`<div><dt>${item.description}${item.quantity > 1 && ` × ${item.quantity}`}</dt><dd>${money(item.amount_total, item.currency)}</dd></div>`,
)}
${trial && html`<div><dt>Trial</dt><dd>−${money(line?.amount_total ?? 0, line?.currency ?? 'usd')}</dd></div>`}
<div class="total"><dt>Due today</dt><dd>${amount}</dd></div>
</dl>
<p class="quiet">${trial ? `Nothing is charged ${trialEnd === null ? 'during the trial' : `before ${shortDate(trialEnd)}`}. Then the plan renews` : 'The plan renews'} by itself until you cancel it.</p>
</section>`
}

function pay(visit: Visit, session: CheckoutSession): Answer {
  const { payer, errors } = readCard(visit.form, visit.ledger.now(), session.customer_details?.email ?? null)
  if (Object.keys(errors).length > 0) return payPage(visit, session, errors)
  switch (cardAnswer(payer.number)) {
    case 'declined':
      return payPage(visit, session, { form: `${declined} Nothing was paid: try another card.` })
    case 'requires_action': {
      const attempt = awaitAuthentication(visit.ledger.store, session.id, payer)
      return { redirect: `${visit.base}/checkout/${session.id}/confirm/${attempt}` }
    }
    default:
      return complete(visit, session, payer)
  }
}

function complete(visit: Visit, session: CheckoutSession, payer: Payer): Answer {
  return { redirect: successUrl(visit.ledger.change((context) => completeCheckout(context, session, payer))) }
}

function askBank(visit: Visit, session: CheckoutSession): Answer {
  const [, attempt = ''] = visit.ids
  const payer = awaitingPayer(visit.ledger.store, attempt, session.id)
  if (!payer) return notFound('payment')
  return authenticationPage({
    what: `a payment of ${money(session.amount_total ?? 0, session.currency ?? 'usd')}`,
    card: payer.number,
    action: `${visit.base}/checkout/${session.id}/confirm/${attempt}`,
    token: visit.token,
    leadsTo: [session.success_url],
  })
}

function answerBank(visit: Visit, session: CheckoutSession): Answer {
  const [, attempt = ''] = visit.ids
  const payer = awaitingPayer(visit.ledger.store, attempt, session.id)
  if (!payer) return notFound('payment')
  endAuthentication(visit.ledger.store, attempt)
  if (visit.form.get('answer') === 'confirm') return complete(visit, session, payer)
  return payPage({ ...visit, form: new URLSearchParams() }, session, { form: notAuthenticated })
}
