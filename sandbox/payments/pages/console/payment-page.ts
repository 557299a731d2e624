import { isOpen } from '../../billing/disputes.ts'
import { refundableAmount, refundObjection } from '../../billing/refunds.ts'
import type { Charge } from '../../objects/charge.ts'
import { decimalsOf } from '../../objects/currency.ts'
import type { Dispute } from '../../objects/dispute.ts'
import type { PaymentIntent } from '../../objects/payment-intent.ts'
import type { Refund } from '../../objects/refund.ts'
import { dateAndTime, money, shortDate } from '../format.ts'
import { type Html, html } from '../html.ts'
import { notFound } from '../not-found.ts'
import { type Answer, type Visit, visitOwnerOf } from '../page.ts'
import { backToConsole, notice, section } from './parts.ts'
import { chargeOf, sellerOf, statusBadge } from './payments-card.ts'

export interface PaymentVisit extends Visit {
  intent: PaymentIntent
  charge: Charge | undefined
  home: string
}

export function inPayment(visit: Visit, work: (visit: PaymentVisit) => Answer): Answer {
  const [id = ''] = visit.ids
  const inside = visitOwnerOf(visit, id)
  const intent = inside.ledger.store.find('payment_intent', id)
  if (!intent) return notFound('payment')
  return work({
    ...inside,
    intent,
    charge: chargeOf(inside, intent),
    home: `${visit.base}/payments/${intent.id}`,
  })
}

export function paymentPage(visit: PaymentVisit, problem?: string): Answer {
  const { charge, intent } = visit
  const { store } = visit.ledger
  const refunds = store.all('refund').filter(({ payment_intent }) => payment_intent === intent.id)
  const disputes = store.all('dispute').filter(({ payment_intent }) => payment_intent === intent.id)
  const refundable = charge && !refundObjection(store, charge, 1) ? refundableAmount(charge) : 0
  return {
    status: 200,
    title: 'Payment',
    wide: true,
    back: backToConsole(visit),
    main: html`${notice(visit)}
${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
<section class="card">
<div class="heading"><h1>${money(intent.amount, intent.currency)}</h1>${statusBadge(visit, intent)}</div>
<dl class="facts">
<div><dt>For</dt><dd>${intent.description ?? '–'}</dd></div>
<div><dt>Account</dt><dd>${sellerOf(visit, intent)}</dd></div>
<div><dt>Created</dt><dd>${dateAndTime(new Date(intent.created * 1000))}</dd></div>
<div><dt>Paid with</dt><dd>${charge ? methodOf(charge) : '–'}</dd></div>
${intent.last_payment_error && html`<div><dt>Failed</dt><dd>${intent.last_payment_error.message}</dd></div>`}
<div><dt>Id</dt><dd class="id">${intent.id}</dd></div>
</dl>
${intent.settles && bankForm(visit, intent.settles.at)}
</section>
${refundable > 0 && takeBackCard(visit, refundable, disputes.length > 0)}
${refunds.length > 0 && refundsCard(refunds)}
${disputes.map((dispute) => disputeCard(visit, dispute))}`,
  }
}

function methodOf({ payment_method_details: details }: Charge): string {
  if (details?.card) return `Visa ending in ${details.card.last4}`
  const last4 = details?.sepa_debit?.last4 ?? details?.us_bank_account?.last4
  return `Debit of a bank account ending in ${last4}`
}

function bankForm(visit: PaymentVisit, at: number): Html {
  return html`<p>The bank answers on ${dateAndTime(new Date(at * 1000))}.</p>
<form class="actions" method="post" action="${visit.home}/answer">${visit.token}<button class="secondary" type="submit">Let the bank answer now</button></form>`
}

function takeBackCard(visit: PaymentVisit, refundable: number, wasDisputed: boolean): Html {
  const { currency } = visit.intent
  const amountField = (id: string, label: string) =>
    html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="amount" inputmode="decimal" autocomplete="off" value="${plainAmount(refundable, currency)}" required></div>`
  return html`<section class="card" aria-labelledby="take-back"><h2 id="take-back">Refund or dispute</h2>
<p class="quiet">${money(refundable, currency)} can be refunded${!wasDisputed && ' or disputed'}.</p>
<form class="inline" method="post" action="${visit.home}/refund">${visit.token}
${amountField('refund', `Refund (${currency.toUpperCase()})`)}
<button class="secondary" type="submit">Refund</button></form>
${
  !wasDisputed &&
  html`<form class="inline" method="post" action="${visit.home}/dispute">${visit.token}
${amountField('dispute', `Dispute (${currency.toUpperCase()})`)}
<button class="secondary" type="submit">Open dispute</button></form>`
}
</section>`
}

function refundsCard(refunds: Refund[]): Html {
  const labels: Record<Refund['status'], [className: string, label: string]> = {
    failed: ['failed', 'Failed'],
    pending: ['pending', 'Pending'],
    succeeded: ['paid', 'Refunded'],
  }
  return section(
    'Refunds',
    false,
    () => html`<table class="rows">
<thead><tr><th scope="col">When</th><th scope="col">State</th><th scope="col" class="number">Amount</th><th scope="col">Id</th></tr></thead>
<tbody>${refunds.map(
      (refund) => html`<tr>
<td data-label="When">${shortDate(refund.created)}</td>
<td data-label="State"><span class="badge ${labels[refund.status][0]}">${labels[refund.status][1]}</span></td>
<td data-label="Amount" class="number">${money(refund.amount, refund.currency)}</td>
<td data-label="Id" class="id">${refund.id}</td>
</tr>`,
    )}</tbody></table>`,
  )
}

const disputeLabels: Record<Dispute['status'], [className: string, label: string]> = {
  lost: ['failed', 'Lost'],
  needs_response: ['open', 'Needs a response'],
  under_review: ['pending', 'Under review'],
  won: ['paid', 'Won'],
}

function disputeCard(visit: PaymentVisit, dispute: Dispute): Html {
  const [className, label] = disputeLabels[dispute.status]
  const { due_by } = dispute.evidence_details
  return html`<section class="card" aria-labelledby="${dispute.id}">
<div class="heading"><h2 id="${dispute.id}">Dispute of ${money(dispute.amount, dispute.currency)}</h2><span class="badge ${className}">${label}</span></div>
<p class="quiet">${dispute.id}, opened on ${shortDate(dispute.created)}. ${dispute.status === 'needs_response' && due_by !== null && `Without a response it is lost on ${shortDate(due_by)}.`}</p>
${
  isOpen(dispute) &&
  html`<form class="actions" method="post" action="${visit.home}/disputes/${dispute.id}">${visit.token}
${dispute.status === 'needs_response' && html`<button class="secondary" name="action" value="respond" type="submit">Submit evidence</button>`}
<button class="secondary" name="action" value="won" type="submit">Win</button>
<button class="danger" name="action" value="lost" type="submit">Lose</button>
</form>`
}
</section>`
}

function plainAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  return (amount / 10 ** decimals).toFixed(decimals)
}
