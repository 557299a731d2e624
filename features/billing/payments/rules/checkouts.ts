import { type DateOnly, dateIn } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { type ExchangeRate, exchange } from '#core/exchange.ts'
import type { MinorUnits } from '#core/money.ts'
import type { PaymentState } from '../contract.ts'
import type { CheckoutState } from './connection.ts'
import type { PayableStatus } from './ledger.ts'

/** An invoice as the client is asked to pay it. */
interface AskedInvoice {
  status: PayableStatus
  approval_status: 'pending' | 'approved' | 'rejected' | null
  balance: MinorUnits
  payable: MinorUnits
  payment_processing: boolean
}

/** True if the client may pay it online, once it is approved where that is required. */
export const isPayableOnline = (invoice: AskedInvoice): boolean =>
  (invoice.status === 'sent' || invoice.status === 'overdue') &&
  payableOnceApproved(invoice) > 0 &&
  !invoice.payment_processing

/** Approving an invoice makes all of it payable. */
export const payableOnceApproved = ({ approval_status, balance, payable }: AskedInvoice): MinorUnits =>
  approval_status === 'pending' ? balance : payable

/** A payment as the provider has it. */
export interface ReceivedPayment {
  id: string
  state: PaymentState
  received: MinorUnits
  receivedAt: Date
  fees: readonly Fee[]
  description: string
  reductions: readonly {
    kind: 'refund' | 'dispute'
    id: string
    amount: MinorUnits
    fees: readonly Fee[]
    at: Date
  }[]
}

/** The provider's fee. */
interface Fee {
  amount: MinorUnits
  currency: Currency
  /** At which the provider exchanged the payment into it. */
  rate: number | null
}

interface Circumstances {
  timeZone: string
  today: DateOnly
  wasProcessing: boolean
  invoice: { currency: Currency; exchange_rate: ExchangeRate | null }
  home: Currency
}

/** The provider's fees in the home currency. */
const feesInHome = (
  fees: readonly Fee[],
  { invoice, home }: Pick<Circumstances, 'invoice' | 'home'>,
): MinorUnits => fees.reduce((sum, fee) => sum + feeInHome(fee, invoice, home), 0)

/**
 * A fee of the provider in the home currency. In a third currency it is exchanged as the provider exchanged the payment, then
 * at the invoice's rate.
 */
export function feeInHome(fee: Fee, invoice: Circumstances['invoice'], home: Currency): MinorUnits {
  if (fee.currency === home) return fee.amount
  const { currency, exchange_rate: rate } = invoice
  const inPaid =
    fee.currency === currency || fee.rate === null
      ? fee.amount
      : exchange(fee.amount, { from: fee.currency, to: currency, rate: 1 / fee.rate })
  return rate === null ? inPaid : exchange(inPaid, { from: currency, to: home, rate })
}

/**
 * The entries of the ledger for a payment: never more goes back than was received. A slow payment is received on the
 * day it arrives, not when it was started.
 */
export function entriesOf(payment: ReceivedPayment, circumstances: Circumstances) {
  if (payment.received === 0) return []
  const { timeZone, today, wasProcessing } = circumstances
  let left = payment.received
  const reductions = payment.reductions.flatMap(({ kind, id, amount, fees, at }) => {
    const taken = Math.min(amount, left)
    left -= taken
    if (taken === 0) return []
    const fee = feesInHome(fees, circumstances)
    return [{ kind, provider_id: id, amount: -taken, fee, paid_on: dateIn(timeZone, at), reference: '' }]
  })
  return [
    {
      kind: 'payment' as const,
      provider_id: payment.id,
      amount: payment.received,
      fee: feesInHome(payment.fees, circumstances),
      paid_on: wasProcessing ? today : dateIn(timeZone, payment.receivedAt),
      reference: payment.description,
    },
    ...reductions,
  ]
}

/**
 * The state of a checkout once its payment was read. A declined card leaves it open, since the client can try another;
 * a payment that fails later, when the session is over, ends it.
 */
export function stateAfter(before: CheckoutState, payment: PaymentState, isOver: boolean): CheckoutState {
  if (payment === 'received') return 'paid'
  if (payment === 'processing') return 'processing'
  return payment === 'failed' && (isOver || before === 'processing') ? 'failed' : before
}

const STATES: Record<CheckoutState, PaymentState> = {
  open: 'open',
  closing: 'open',
  closed: 'open',
  processing: 'processing',
  paid: 'received',
  failed: 'failed',
}

export const paymentState = (checkout: CheckoutState | undefined): PaymentState =>
  checkout ? STATES[checkout] : 'open'
