import type { Context } from '../context.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { newId } from '../objects/ids.ts'
import type { Charge, DebitType, PaymentFailure, PaymentIntent } from '../objects/payment.ts'
import { disputesAtOnce } from './cards.ts'
import { completeCheckout } from './checkouts.ts'
import type { EnteredCard } from './customers.ts'
import { debitSucceeds } from './debits.ts'
import { openDispute } from './disputes.ts'
import { day } from './period.ts'

/** A bank debit is confirmed or returned after this many days. */
export const DEBIT_DAYS = 4

/** After the card was accepted. */
export function payByCard(
  context: Context,
  session: CheckoutSession,
  { number }: EnteredCard,
): CheckoutSession {
  const intent = intentOf(context, session)
  const charge = createCharge(context, intent, cardDetails(number), 'succeeded')
  succeed(context, intent, charge)
  const complete = completeCheckout(context, {
    ...session,
    payment_intent: intent.id,
    payment_status: 'paid',
  })
  if (disputesAtOnce(number)) openDispute(context, charge, charge.amount)
  return complete
}

/** The session stays open, so that the payer can try another one. */
export function refuseCard(
  context: Context,
  session: CheckoutSession,
  { number }: EnteredCard,
  failure: PaymentFailure,
): void {
  const intent = intentOf(context, session)
  const charge = createCharge(context, intent, cardDetails(number), 'failed')
  fail(context, intent, charge, failure)
  context.store.save('checkout_session', { ...session, payment_intent: intent.id })
}

/** The bank answers days later: until then the payment is being processed. */
export function payByDebit(
  context: Context,
  session: CheckoutSession,
  type: DebitType,
  number: string,
): CheckoutSession {
  const intent = intentOf(context, session)
  const charge = createCharge(context, intent, { type, [type]: { last4: number.slice(-4) } }, 'pending')
  const processing = context.store.save('payment_intent', {
    ...intent,
    status: 'processing',
    last_payment_error: null,
    latest_charge: charge.id,
    settles: { at: context.now + DEBIT_DAYS * day, succeeds: debitSucceeds(number) },
  })
  context.emit('payment_intent.processing', processing)
  return completeCheckout(context, { ...session, payment_intent: intent.id })
}

const RETURNED: PaymentFailure = {
  code: 'insufficient_funds',
  message: 'The customer’s bank account has insufficient funds to cover this payment.',
}

export function settleDebit(context: Context, intent: PaymentIntent): void {
  const { store } = context
  const pending = intent.latest_charge === null ? undefined : store.find('charge', intent.latest_charge)
  const session = store.all('checkout_session').find(({ payment_intent }) => payment_intent === intent.id)
  if (!pending || !session) throw new Error(`Payment ${intent.id} has no bank debit`)
  if (intent.settles?.succeeds) {
    succeed(context, intent, store.save('charge', { ...pending, status: 'succeeded' }))
    const paid = store.save('checkout_session', { ...session, payment_status: 'paid' })
    context.emit('checkout.session.async_payment_succeeded', paid)
  } else {
    fail(context, intent, store.save('charge', { ...pending, status: 'failed' }), RETURNED)
    context.emit('checkout.session.async_payment_failed', session)
  }
}

/** A session has one payment intent, however many attempts it takes. */
function intentOf({ store, now }: Context, session: CheckoutSession): PaymentIntent {
  const known = session.payment_intent && store.find('payment_intent', session.payment_intent)
  if (known) return known
  return store.insert('payment_intent', {
    id: newId('payment_intent'),
    object: 'payment_intent',
    amount: session.amount_total,
    amount_received: 0,
    created: now,
    currency: session.currency,
    description: session.line_items.data[0]?.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    metadata: session.payment_intent_data?.metadata ?? {},
    settles: null,
    status: 'requires_payment_method',
  })
}

type MethodDetails = Charge['payment_method_details']

const cardDetails = (number: string): MethodDetails => ({
  type: 'card',
  card: { brand: 'visa', last4: number.slice(-4) },
})

function createCharge(
  { store, now }: Context,
  { id: payment_intent, amount, currency }: PaymentIntent,
  payment_method_details: MethodDetails,
  status: Charge['status'],
): Charge {
  return store.insert('charge', {
    id: newId('charge'),
    object: 'charge',
    amount,
    amount_refunded: 0,
    created: now,
    currency,
    disputed: false,
    payment_intent,
    payment_method_details,
    refunded: false,
    status,
  })
}

function succeed(context: Context, intent: PaymentIntent, charge: Charge): void {
  const succeeded = context.store.save('payment_intent', {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    settles: null,
  })
  context.emit('payment_intent.succeeded', succeeded)
}

function fail(context: Context, intent: PaymentIntent, charge: Charge, failure: PaymentFailure): void {
  const failed = context.store.save('payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: failure,
    latest_charge: charge.id,
    settles: null,
  })
  context.emit('payment_intent.payment_failed', failed)
}
