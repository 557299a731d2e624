import { isOpen } from '../../billing/disputes.ts'
import type { Charge } from '../../objects/charge.ts'
import type { PaymentIntent } from '../../objects/payment-intent.ts'
import { money, shortDate } from '../format.ts'
import { type Html, html } from '../html.ts'
import { type Visit, visitOwnerOf } from '../page.ts'
import { accountName } from './accounts.ts'
import { section } from './parts.ts'

export function paymentsCard(visit: Visit): Html {
  const { store } = visit.ledger
  const intents = store.newestOfAll('payment_intent', 20)
  const row = (intent: PaymentIntent) => html`<tr>
<td data-label="When">${shortDate(intent.created)}</td>
<td data-label="Payment"><a href="${visit.base}/payments/${intent.id}">${intent.description ?? intent.id}</a></td>
<td data-label="Account">${sellerOf(visit, intent)}</td>
<td data-label="State">${statusBadge(visitOwnerOf(visit, intent.id), intent)}</td>
<td data-label="Amount" class="number">${money(intent.amount, intent.currency)}</td>
</tr>`
  return section(
    'Payments',
    intents.length === 0 && 'No payments yet.',
    () => html`<table class="rows">
<thead><tr><th scope="col">When</th><th scope="col">Payment</th><th scope="col">Account</th><th scope="col">State</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>${intents.map(row)}</tbody></table>`,
  )
}

export function sellerOf({ ledger: { store } }: Visit, intent: PaymentIntent): string {
  const owner = store.ownerOf(intent.id) ?? null
  const account = owner === null ? undefined : store.forOwner(null).find('account', owner)
  return account ? accountName(account) : '–'
}

const statusLabels: Record<PaymentIntent['status'], [className: string, label: string]> = {
  canceled: ['canceled', 'Canceled'],
  processing: ['pending', 'Processing'],
  requires_action: ['open', 'Waits for confirmation'],
  requires_payment_method: ['failed', 'Failed'],
  succeeded: ['paid', 'Paid'],
}

export function statusBadge(visit: Visit, intent: PaymentIntent): Html {
  const [className, label] = takenBack(visit, intent) ?? statusLabels[intent.status]
  return html`<span class="badge ${className}">${label}</span>`
}

function takenBack(visit: Visit, intent: PaymentIntent): [className: string, label: string] | undefined {
  const charge = chargeOf(visit, intent)
  const dispute = visit.ledger.store.all('dispute').find(({ payment_intent }) => payment_intent === intent.id)
  if (dispute?.status === 'lost') return ['failed', 'Dispute lost']
  if (dispute && isOpen(dispute)) return ['open', 'Disputed']
  if (!charge?.amount_refunded) return undefined
  return ['', charge.refunded ? 'Refunded' : 'Refunded in part']
}

export function chargeOf({ ledger: { store } }: Visit, { latest_charge }: PaymentIntent): Charge | undefined {
  return latest_charge === null ? undefined : store.find('charge', latest_charge)
}
