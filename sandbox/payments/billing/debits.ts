import type { CheckoutSession } from '../objects/checkout-session.ts'
import type { DebitType } from '../objects/payment.ts'

export interface TestAccount {
  number: string
  effect: string
  succeeds: boolean
}

const accounts = {
  sepa_debit: [
    { number: 'DE89370400440532013000', effect: 'Is debited', succeeds: true },
    { number: 'DE62370400440532013001', effect: 'Is not covered: the debit is returned', succeeds: false },
  ],
  us_bank_account: [
    { number: '000123456789', effect: 'Is debited', succeeds: true },
    { number: '000222222227', effect: 'Is not covered: the debit is returned', succeeds: false },
  ],
} as const satisfies Record<DebitType, TestAccount[]>

export const testAccounts = (type: DebitType): readonly TestAccount[] => accounts[type]

export function debitSucceeds(number: string): boolean {
  return Object.values(accounts)
    .flat()
    .some((account) => account.number === number && account.succeeds)
}

/** Bank debits exist for one currency each, and pay no subscriptions. */
export function debitTypeOf({ currency, mode }: CheckoutSession): DebitType | undefined {
  if (mode === 'subscription') return undefined
  if (currency === 'eur') return 'sepa_debit'
  return currency === 'usd' ? 'us_bank_account' : undefined
}
