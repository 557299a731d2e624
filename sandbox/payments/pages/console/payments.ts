import { type Html, html } from '#sandbox/html.ts'
import { isOpen } from '../../billing/disputes.ts'
import { refundableAmount, refundObjection } from '../../billing/refunds.ts'
import { decimalsOf } from '../../objects/currency.ts'
import type { Charge, Dispute, PaymentIntent, Refund } from '../../objects/payment.ts'
import { dateAndTime, money, shortDate } from '../format.ts'
import { type Answer, notFound, type Visit, visitOwnerOf } from '../page.ts'
import { type Badge, badge, facts, noticeOf, section, table } from '../parts.ts'
import { accountName, backToConsole } from './accounts.ts'

export interface PaymentVisit extends Visit {
  intent: PaymentIntent
  charge: Charge | undefined
  refunds: Refund[]
  disputes: Dispute[]
  home: string
}

function visitPayment(visit: Visit, intent: PaymentIntent): PaymentVisit {
  const inside = visitOwnerOf(visit, intent.id)
  const { store } = inside.ledger
  const isOfIntent = ({ payment_intent }: { payment_intent: string }) => payment_intent === intent.id
  return {
    ...inside,
    intent,
    charge: intent.latest_charge === null ? undefined : store.find('charge', intent.latest_charge),
    refunds: store.all('refund').filter(isOfIntent),
    disputes: store.all('dispute').filter(isOfIntent),
    home: `${visit.base}/payments/${intent.id}`,
  }
}

export function inPayment(visit: Visit, work: (visit: PaymentVisit) => Answer): Answer {
  const [id = ''] = visit.ids
  const intent = visitOwnerOf(visit, id).ledger.store.find('payment_intent', id)
  return intent ? work(visitPayment(visit, intent)) : notFound('payment')
}

export function paymentsCard(visit: Visit): Html {
  const row = (intent: PaymentIntent) => {
    const payment = visitPayment(visit, intent)
    return [
      shortDate(intent.created),
      html`<a href="${payment.home}">${intent.description ?? intent.id}</a>`,
      sellerOf(payment),
      badge(stateOf(payment)),
      money(intent.amount, intent.currency),
    ]
  }
  return section(
    'Payments',
    table(
      [['When'], ['Payment'], ['Account'], ['State'], ['Amount', 'number']],
      visit.ledger.store.newest('payment_intent', 20).map(row),
      'No payments yet.',
    ),
  )
}

function sellerOf({ ledger: { store } }: PaymentVisit): string {
  const account = store.owner === null ? undefined : store.forOwner(null).find('account', store.owner)
  return account ? accountName(account) : '–'
}

function stateOf({ charge, disputes, intent }: PaymentVisit): Badge {
  if (disputes.some(({ status }) => status === 'lost')) return ['failed', 'Dispute lost']
  if (disputes.some(isOpen)) return ['open', 'Disputed']
  if (charge?.refunded) return ['', 'Refunded']
  if (charge?.amount_refunded) return ['', 'Refunded in part']
  if (intent.status === 'succeeded') return ['paid', 'Paid']
  return intent.status === 'processing' ? ['pending', 'Processing'] : ['failed', 'Failed']
}

const NOTICES = {
  refunded: 'The payment was refunded.',
  disputed: 'The payment is disputed.',
  dispute: 'The dispute was changed.',
  answered: 'The bank has answered.',
}

export function paymentPage(visit: PaymentVisit, problem?: string): Answer {
  const { charge, disputes, intent, refunds } = visit
  const isRefundable = charge && !refundObjection(visit.ledger.store, charge, 1)
  return {
    title: 'Payment',
    wide: true,
    back: backToConsole(visit),
    main: html`${noticeOf(visit, NOTICES)}
${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
<section class="card">
<div class="heading"><h1>${money(intent.amount, intent.currency)}</h1>${badge(stateOf(visit))}</div>
${facts([
  ['For', intent.description ?? '–'],
  ['Account', sellerOf(visit)],
  ['Created', dateAndTime(intent.created)],
  ['Paid with', charge && methodOf(charge)],
  ['Failed', intent.last_payment_error?.message],
  ['Id', intent.id],
])}
${intent.settles && bankForm(visit, intent.settles.at)}
</section>
${isRefundable && takeBackCard(visit, refundableAmount(charge))}
${refunds.length > 0 && section('Refunds', refundsTable(refunds))}
${disputes.map((dispute) => disputeCard(visit, dispute))}`,
  }
}

function methodOf({ payment_method_details: { card, sepa_debit, us_bank_account } }: Charge): string {
  if (card) return `Visa ending in ${card.last4}`
  return `Debit of a bank account ending in ${(sepa_debit ?? us_bank_account)?.last4}`
}

function bankForm({ home, token }: PaymentVisit, at: number): Html {
  return html`<p>The bank answers on ${dateAndTime(at)}.</p>
<form class="actions" method="post" action="${home}/answer">${token}<button class="secondary" type="submit">Let the bank answer now</button></form>`
}

function takeBackCard({ disputes, home, intent: { currency }, token }: PaymentVisit, left: number): Html {
  const decimals = decimalsOf(currency)
  const amountForm = (name: string, label: string, submit: string) =>
    html`<form class="inline" method="post" action="${home}/${name}">${token}
<div class="field"><label for="${name}">${label} (${currency.toUpperCase()})</label><input id="${name}" name="amount" inputmode="decimal" autocomplete="off" value="${(left / 10 ** decimals).toFixed(decimals)}" required></div>
<button class="secondary" type="submit">${submit}</button></form>`
  return section(
    'Refund or dispute',
    html`<p class="quiet">${money(left, currency)} can be refunded${disputes.length === 0 && ' or disputed'}.</p>
${amountForm('refund', 'Refund', 'Refund')}
${disputes.length === 0 && amountForm('dispute', 'Dispute', 'Open dispute')}`,
  )
}

const refundBadges: Record<Refund['status'], Badge> = {
  failed: ['failed', 'Failed'],
  pending: ['pending', 'Pending'],
  succeeded: ['paid', 'Refunded'],
}

const refundsTable = (refunds: Refund[]): Html =>
  table(
    [['When'], ['State'], ['Amount', 'number'], ['Id', 'id']],
    refunds.map(({ amount, created, currency, id, status }) => [
      shortDate(created),
      badge(refundBadges[status]),
      money(amount, currency),
      id,
    ]),
  )

const disputeBadges: Record<Dispute['status'], Badge> = {
  lost: ['failed', 'Lost'],
  needs_response: ['open', 'Needs a response'],
  under_review: ['pending', 'Under review'],
  won: ['paid', 'Won'],
}

function disputeCard({ home, token }: PaymentVisit, dispute: Dispute): Html {
  const { id, status } = dispute
  const due = `Without a response it is lost on ${shortDate(dispute.evidence_details.due_by)}.`
  return html`<section class="card" aria-labelledby="${id}">
<div class="heading"><h2 id="${id}">Dispute of ${money(dispute.amount, dispute.currency)}</h2>${badge(disputeBadges[status])}</div>
<p class="quiet">${id}, opened on ${shortDate(dispute.created)}. ${status === 'needs_response' && due}</p>
${
  isOpen(dispute) &&
  html`<form class="actions" method="post" action="${home}/disputes/${id}">${token}
${status === 'needs_response' && html`<button class="secondary" name="action" value="respond" type="submit">Submit evidence</button>`}
<button class="secondary" name="action" value="won" type="submit">Win</button>
<button class="danger" name="action" value="lost" type="submit">Lose</button>
</form>`
}
</section>`
}
