import type { Context } from '../context.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'

/** Who pays, as entered on the hosted page. */
export interface PayerName {
  email: string
  name: string
}

export function completed(
  session: CheckoutSession,
  { email, name }: PayerName,
  payment_status: 'no_payment_required' | 'paid' | 'unpaid',
): CheckoutSession {
  return {
    ...session,
    status: 'complete',
    payment_status,
    url: null,
    customer_details: {
      address: null,
      business_name: null,
      email,
      individual_name: null,
      name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  }
}

export function expireCheckout(context: Context, session: CheckoutSession): CheckoutSession {
  cancelIntent(context, session)
  const expired = { ...session, status: 'expired' as const, url: null }
  context.store.save('checkout_session', expired)
  context.emit('checkout.session.expired', expired)
  return expired
}

function cancelIntent(context: Context, session: CheckoutSession): void {
  const intent = session.payment_intent && context.store.find('payment_intent', session.payment_intent)
  if (!intent) return
  const canceled = {
    ...intent,
    status: 'canceled' as const,
    canceled_at: context.now,
    cancellation_reason: 'automatic' as const,
  }
  context.store.save('payment_intent', canceled)
  context.emit('payment_intent.canceled', canceled)
}
