import type { Card } from '../objects/customer.ts'
import type { PaymentFailure } from '../objects/payment.ts'

export interface TestCard {
  number: string
  effect: string
  answer: 'accepted' | 'asks' | 'declined'
}

/** Those that are charged at each renewal. */
export const subscriptionCards = [
  { number: '4242424242424242', effect: 'Pays, now and at each renewal', answer: 'accepted' },
  { number: '4000000000000002', effect: 'Is declined', answer: 'declined' },
  { number: '4000002500003155', effect: 'Asks you to confirm first, then pays', answer: 'asks' },
  { number: '4000000000000341', effect: 'Pays now, fails at later payments', answer: 'accepted' },
] as const satisfies TestCard[]

/** Those that pay once. */
export const paymentCards = [
  { number: '4242424242424242', effect: 'Pays', answer: 'accepted' },
  { number: '4000000000000002', effect: 'Is declined', answer: 'declined' },
  { number: '4000000000009995', effect: 'Is declined: insufficient funds', answer: 'declined' },
  { number: '4000002500003155', effect: 'Asks you to confirm first, then pays', answer: 'asks' },
  { number: '4000000000000259', effect: 'Pays, and disputes the payment', answer: 'accepted' },
  { number: '4000000000007726', effect: 'Pays; a refund takes a day', answer: 'accepted' },
  { number: '4000000000005126', effect: 'Pays; a refund fails after a day', answer: 'accepted' },
] as const satisfies TestCard[]

const declined = { code: 'card_declined', message: 'Your card was declined.' }
const uncovered = { code: 'card_declined', message: 'Your card has insufficient funds.' }
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

export const paysLater = ({ card }: Card): boolean => card.last4 !== '0341'
