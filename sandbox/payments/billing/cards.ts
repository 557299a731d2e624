import type { PaymentFailure } from '../objects/payment-intent.ts'
import type { PaymentMethod } from '../objects/payment-method.ts'

export type CardAnswer = 'accepted' | 'declined' | 'requires_action'

export interface TestCard {
  number: string
  effect: string
  answer: CardAnswer
}

/** Those that are charged at each renewal. */
export const subscriptionCards = [
  { number: '4242424242424242', effect: 'Pays, now and at each renewal', answer: 'accepted' },
  { number: '4000000000000002', effect: 'Is declined', answer: 'declined' },
  { number: '4000002500003155', effect: 'Asks you to confirm first, then pays', answer: 'requires_action' },
  { number: '4000000000000341', effect: 'Pays now, fails at later payments', answer: 'accepted' },
] as const satisfies TestCard[]

/** Those that pay once. */
export const paymentCards = [
  { number: '4242424242424242', effect: 'Pays', answer: 'accepted' },
  { number: '4000000000000002', effect: 'Is declined', answer: 'declined' },
  { number: '4000000000009995', effect: 'Is declined: insufficient funds', answer: 'declined' },
  { number: '4000002500003155', effect: 'Asks you to confirm first, then pays', answer: 'requires_action' },
  { number: '4000000000000259', effect: 'Pays, and disputes the payment', answer: 'accepted' },
  { number: '4000000000007726', effect: 'Pays; a refund takes a day', answer: 'accepted' },
  { number: '4000000000005126', effect: 'Pays; a refund fails after a day', answer: 'accepted' },
] as const satisfies TestCard[]

const declined: PaymentFailure = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}
const uncovered: PaymentFailure = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}
export const authenticationFailed: PaymentFailure = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

export const declineOf = (number: string): PaymentFailure => (number.endsWith('9995') ? uncovered : declined)

export const disputesAtOnce = (number: string): boolean => number === '4000000000000259'

export function refundBehavior(last4: string): 'fails' | 'immediate' | 'slow' {
  if (last4 === '7726') return 'slow'
  return last4 === '5126' ? 'fails' : 'immediate'
}

export function chargesLater(card: PaymentMethod): boolean {
  return card.card?.last4 !== '0341'
}

export function passesChecksum(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    if (index % 2 === 0) return total + digit
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2)
  }, 0)
  return /^\d{12,19}$/.test(number) && sum % 10 === 0
}
