import type Stripe from 'stripe'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import { fromProviderAmount } from './amount.ts'

/** A client's payment as the provider has it now. */
export interface ProviderPayment {
  id: string
  /** Our checkout that it belongs to; undefined if there is none. */
  checkoutKey: string | undefined
  state: 'received' | 'processing' | 'failed' | 'open'
  currency: Currency
  /** Zero until it is received. */
  received: MinorUnits
  receivedAt: Date
  /** For the payment itself, and for refunds that failed and disputes that were won. */
  fees: ProviderFee[]
  /** The means of payment: "Visa 4242". */
  description: string
  /** The reason for the last failed attempt, in the provider's words. */
  failure: string | null
  /** Money that went back to the client, oldest first. */
  reductions: Reduction[]
}

/** The provider's fee for a payment, a refund or a dispute. */
export interface ProviderFee {
  amount: MinorUnits
  /** That of the account at the provider, into which it exchanges what is paid in others. */
  currency: Currency
  /** Units of that currency for one unit of the payment's currency; null if it is the same. */
  rate: number | null
}

export interface Reduction {
  kind: 'refund' | 'dispute'
  id: string
  /** Positive. */
  amount: MinorUnits
  fees: ProviderFee[]
  at: Date
}

type Charge = Stripe.Charge | null

export function paymentFrom(
  intent: Stripe.PaymentIntent,
  charge: Charge,
  refunds: readonly Stripe.Refund[],
  disputes: readonly Stripe.Dispute[],
): ProviderPayment {
  const currency = intent.currency.toUpperCase()
  const money = (amount: number) => fromProviderAmount(amount, currency)
  const returned: (Reduction & { isLasting: boolean })[] = [
    ...refunds.map(({ id, amount, created, status, balance_transaction }) => ({
      kind: 'refund' as const,
      id,
      amount: money(amount),
      fees: feesOf([balance_transaction]),
      at: instant(created),
      isLasting: status !== 'failed' && status !== 'canceled',
    })),
    ...disputes.map(({ id, amount, created, status, balance_transactions }) => ({
      kind: 'dispute' as const,
      id,
      amount: money(amount),
      fees: feesOf(balance_transactions),
      at: instant(created),
      isLasting: !NON_REFUNDING.has(status),
    })),
  ]
  const [lasting, undone] = [
    returned.filter(({ isLasting }) => isLasting),
    returned.filter(({ isLasting }) => !isLasting),
  ]
  return {
    id: intent.id,
    checkoutKey: intent.metadata.daybook_checkout,
    state: stateOf(intent),
    currency,
    received: intent.status === 'succeeded' ? money(intent.amount_received) : 0,
    receivedAt: instant(charge?.created ?? intent.created),
    fees: [...feesOf([charge?.balance_transaction]), ...undone.flatMap(({ fees }) => fees)],
    description: describe(charge),
    failure: intent.last_payment_error?.message ?? null,
    reductions: lasting
      .map(({ isLasting, ...reduction }) => reduction)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id.localeCompare(b.id)),
  }
}

/** Won or prevented, or only an inquiry so far. */
const NON_REFUNDING = new Set<string>([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
])

function stateOf({ status, last_payment_error }: Stripe.PaymentIntent): ProviderPayment['state'] {
  if (status === 'succeeded') return 'received'
  if (status === 'processing') return 'processing'
  return last_payment_error || status === 'canceled' ? 'failed' : 'open'
}

function describe(charge: Charge): string {
  const details = charge?.payment_method_details
  if (!details) return ''
  if (details.card)
    return [capitalized(details.card.brand ?? 'card'), details.card.last4].filter(Boolean).join(' ')
  return capitalized(details.type.replaceAll('_', ' '))
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type Transaction = string | Stripe.BalanceTransaction | null | undefined

/** The fees of movements on the account. One that the provider has not made yet has none. */
const feesOf = (transactions: readonly Transaction[]): ProviderFee[] =>
  transactions
    .filter((transaction) => typeof transaction === 'object' && transaction !== null)
    .map(({ fee, currency, exchange_rate }) => ({
      amount: fromProviderAmount(fee, currency.toUpperCase()),
      currency: currency.toUpperCase(),
      rate: exchange_rate,
    }))

const instant = (seconds: number): Date => new Date(seconds * 1000)
