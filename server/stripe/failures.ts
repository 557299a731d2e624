import { NotFound, Unavailable } from '#server/errors.ts'

/** The provider does not know this customer, or no longer does. */
export class CustomerMissing extends Error {}

export const alreadyExists = (error: unknown): boolean => codeOf(error) === 'resource_already_exists'

export const isInvalidRequest = (error: unknown): boolean => typeOf(error) === 'StripeInvalidRequestError'

/** The key may not act for this account, or the account is gone. */
export const isPermissionError = (error: unknown): boolean => typeOf(error) === 'StripePermissionError'

export const isSignatureError = (error: unknown): boolean =>
  typeOf(error) === 'StripeSignatureVerificationError'

/** Turns the provider's errors into errors of this app. */
export async function withTranslatedErrors<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    throw translate(error)
  }
}

const TRANSIENT = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeIdempotencyError',
])
const REFUSED_KEY = new Set(['StripeAuthenticationError', 'StripePermissionError'])

function translate(error: unknown): unknown {
  const type = typeOf(error)
  if (TRANSIENT.has(type)) {
    return withCause(
      error,
      new Unavailable('The payment provider cannot be reached right now. Please try again.'),
    )
  }
  if (REFUSED_KEY.has(type)) {
    const message = 'The payment provider does not accept the API key of this Daybook.'
    return withCause(error, new Unavailable(message, { code: 'setup_required', setupRequired: true }))
  }
  if (codeOf(error) !== 'resource_missing') return error
  return withCause(error, paramOf(error) === 'customer' ? new CustomerMissing() : new NotFound())
}

const withCause = (cause: unknown, error: Error) => Object.assign(error, { cause })

const typeOf = (error: unknown) => textOf(error, 'type')
export const codeOf = (error: unknown) => textOf(error, 'code')
export const paramOf = (error: unknown) => textOf(error, 'param')

function textOf(error: unknown, name: 'type' | 'code' | 'param'): string {
  if (!(error instanceof Error) || !(name in error)) return ''
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}
