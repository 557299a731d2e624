import type { PaymentMethod } from '../objects/payment-method.ts'

export interface TestCard {
  number: string
  effect: string
}

export const testCards = [
  { number: '4242424242424242', effect: 'Pays, now and at each renewal' },
  { number: '4000000000000002', effect: 'Is declined' },
  { number: '4000002500003155', effect: 'Asks you to confirm first, then pays' },
  { number: '4000000000000341', effect: 'Pays now, fails at later payments' },
] as const satisfies TestCard[]

export type CardAnswer = 'accepted' | 'declined' | 'requires_action' | 'unknown'

export function cardAnswer(number: string): CardAnswer {
  switch (number) {
    case '4242424242424242':
    case '4000000000000341':
      return 'accepted'
    case '4000002500003155':
      return 'requires_action'
    case '4000000000000002':
      return 'declined'
    default:
      return 'unknown'
  }
}

export const declined = 'Your card was declined.'

export function chargesLater(card: PaymentMethod): boolean {
  return card.card.last4 !== '0341'
}

export function passesChecksum(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    if (index % 2 === 0) return total + digit
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2)
  }, 0)
  return /^\d{12,19}$/.test(number) && sum % 10 === 0
}
