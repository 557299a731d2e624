import type { Context } from '../context.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'

export function completeCheckout(context: Context, session: CheckoutSession): CheckoutSession {
  const complete = context.store.save('checkout_session', { ...session, status: 'complete', url: null })
  context.emit('checkout.session.completed', complete)
  return complete
}

export function expireCheckout(context: Context, session: CheckoutSession): CheckoutSession {
  const expired = context.store.save('checkout_session', { ...session, status: 'expired', url: null })
  context.emit('checkout.session.expired', expired)
  return expired
}
