import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { refusedFor } from './refusal.ts'

const refusal = (details: { code?: string; param?: string }) =>
  new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', message: 'No', ...details })

test.each([
  [{ code: 'amount_too_small', param: 'line_items' }, 'amount'],
  [{ code: 'amount_too_large' }, 'amount'],
  [{ param: 'line_items[0][price_data][currency]' }, 'currency'],
  [{ code: 'testmode_charges_only' }, 'account'],
  [{ code: 'email_invalid', param: 'customer_email' }, 'unknown'],
  [{}, 'unknown'],
])('%j is about the %s', (details, reason) => {
  expect(refusedFor(refusal(details))).toBe(reason)
})
