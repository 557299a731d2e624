import { codeOf, paramOf } from '#server/stripe/failures.ts'

/** The reason why the provider opens no checkout, as far as it says: what would have to be different. */
export type RefusedFor = 'amount' | 'currency' | 'account' | 'unknown'

/** The provider does not open this checkout, however often it is asked. */
export class CheckoutRefused extends Error {
  readonly reason: RefusedFor

  constructor(reason: RefusedFor, cause?: unknown) {
    super(`the provider refused to open a checkout: ${reason}`, { cause })
    this.reason = reason
  }
}

const ABOUT_THE_AMOUNT = new Set(['amount_too_small', 'amount_too_large', 'invalid_charge_amount'])
const ABOUT_THE_ACCOUNT = new Set([
  'account_closed',
  'account_invalid',
  'charge_not_enabled',
  'testmode_charges_only',
])

export function refusedFor(error: unknown): RefusedFor {
  if (ABOUT_THE_AMOUNT.has(codeOf(error))) return 'amount'
  if (ABOUT_THE_ACCOUNT.has(codeOf(error))) return 'account'
  return /\bcurrency\b/.test(paramOf(error)) ? 'currency' : 'unknown'
}
