import type { Context } from '../context.ts'
import { type Charge, newCharge } from '../objects/charge.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { newPaymentIntent, type PaymentFailure, type PaymentIntent } from '../objects/payment-intent.ts'
import { type DebitType, newBankAccount, newCard, type PaymentMethod } from '../objects/payment-method.ts'
import { authenticationFailed, declineOf, disputesAtOnce } from './cards.ts'
import { completed, type PayerName } from './checkouts.ts'
import { debitSucceeds } from './debits.ts'
import { openDispute } from './disputes.ts'
import { day } from './period.ts'
import type { Payer } from './purchase.ts'

/** A bank debit is confirmed or returned after this many days. */
export const DEBIT_DAYS = 4

export interface Debit extends PayerName {
  type: DebitType
  /** An IBAN or account number. */
  number: string
}

/** After the card was accepted. */
export function payByCard(context: Context, session: CheckoutSession, payer: Payer): CheckoutSession {
  const { intent, method } = attempt(context, session, payer)
  const charge = context.store.insert(
    'charge',
    newCharge(context.now, { intent, method, status: 'succeeded' }),
  )
  context.emit('charge.succeeded', charge)
  succeed(context, intent, charge)
  const complete = completed({ ...session, payment_intent: intent.id }, payer, 'paid')
  context.store.save('checkout_session', complete)
  context.emit('checkout.session.completed', complete)
  if (disputesAtOnce(payer.number)) openDispute(context, charge, charge.amount, 'fraudulent')
  return complete
}

/** The bank answers days later: until then the payment is being processed. */
export function payByDebit(context: Context, session: CheckoutSession, debit: Debit): CheckoutSession {
  const method = newBankAccount(context.now, { ...debit, customer: session.customer })
  const { intent } = attempt(context, session, method)
  const charge = context.store.insert('charge', newCharge(context.now, { intent, method, status: 'pending' }))
  context.emit('charge.pending', charge)
  const processing: PaymentIntent = {
    ...intent,
    status: 'processing',
    latest_charge: charge.id,
    settles: { at: context.now + DEBIT_DAYS * day, succeeds: debitSucceeds(debit.number) },
  }
  context.store.save('payment_intent', processing)
  context.emit('payment_intent.processing', processing)
  const complete = completed({ ...session, payment_intent: intent.id }, debit, 'unpaid')
  context.store.save('checkout_session', complete)
  context.emit('checkout.session.completed', complete)
  return complete
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
    const charge: Charge = {
      ...pending,
      status: 'succeeded',
      amount_captured: pending.amount,
      captured: true,
      paid: true,
    }
    store.save('charge', charge)
    context.emit('charge.succeeded', charge)
    succeed(context, intent, charge)
    const paid = store.save('checkout_session', { ...session, payment_status: 'paid' })
    context.emit('checkout.session.async_payment_succeeded', paid)
  } else {
    const charge: Charge = {
      ...pending,
      status: 'failed',
      failure_code: RETURNED.code,
      failure_message: RETURNED.message,
    }
    store.save('charge', charge)
    context.emit('charge.failed', charge)
    fail(context, intent, RETURNED, charge)
    context.emit('checkout.session.async_payment_failed', session)
  }
}

/** The session stays open, so that the payer can try another card. */
export function declineCard(context: Context, session: CheckoutSession, payer: Payer): CheckoutSession {
  const failure = declineOf(payer.number)
  const { intent, method } = attempt(context, session, payer)
  const charge = newCharge(context.now, { intent, method, status: 'failed', failure })
  context.store.insert('charge', charge)
  context.emit('charge.failed', charge)
  fail(context, intent, failure, charge)
  return context.store.save('checkout_session', { ...session, payment_intent: intent.id })
}

export function requireAuthentication(
  context: Context,
  session: CheckoutSession,
  payer: Payer,
  url: string,
): CheckoutSession {
  const { intent } = attempt(context, session, payer)
  const waiting: PaymentIntent = {
    ...intent,
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: session.success_url, url } },
  }
  context.store.save('payment_intent', waiting)
  context.emit('payment_intent.requires_action', waiting)
  return context.store.save('checkout_session', { ...session, payment_intent: intent.id })
}

export function failAuthentication(context: Context, session: CheckoutSession): void {
  const intent = session.payment_intent && context.store.find('payment_intent', session.payment_intent)
  if (intent) fail(context, intent, authenticationFailed)
}

interface Attempt {
  intent: PaymentIntent
  method: PaymentMethod
}

/** One payment intent for each session, however many attempts it takes. */
function attempt(context: Context, session: CheckoutSession, by: Payer | PaymentMethod): Attempt {
  const method = 'object' in by ? by : newCard(context.now, { ...by, customer: session.customer })
  context.store.insert('payment_method', method)
  const intent = session.payment_intent && context.store.find('payment_intent', session.payment_intent)
  return {
    method,
    intent: {
      ...(intent || createIntent(context, session)),
      payment_method: method.id,
      last_payment_error: null,
      next_action: null,
    },
  }
}

function createIntent(context: Context, session: CheckoutSession): PaymentIntent {
  const { amount_total, currency, payment_intent_data } = session
  if (amount_total === null || currency === null || !payment_intent_data) {
    throw new Error(`Checkout session ${session.id} asks for no payment`)
  }
  const intent = newPaymentIntent(context.now, {
    ...payment_intent_data,
    amount: amount_total,
    currency,
    customer: session.customer,
    payment_method_types: session.payment_method_types,
  })
  context.store.insert('payment_intent', intent)
  context.emit('payment_intent.created', intent)
  return intent
}

function succeed(context: Context, intent: PaymentIntent, charge: Charge): void {
  const succeeded: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    settles: null,
  }
  context.store.save('payment_intent', succeeded)
  context.emit('payment_intent.succeeded', succeeded)
}

function fail(context: Context, intent: PaymentIntent, failure: PaymentFailure, charge?: Charge): void {
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    settles: null,
    latest_charge: charge?.id ?? intent.latest_charge,
    last_payment_error: {
      ...failure,
      type: charge ? 'card_error' : 'invalid_request_error',
      ...(charge && { charge: charge.id }),
    },
  }
  context.store.save('payment_intent', failed)
  context.emit('payment_intent.payment_failed', failed)
}
