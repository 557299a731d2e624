import type { Generated } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { PaymentKind, PaymentMethod } from './contract.ts'

/** What a client paid on an invoice or got back, in minor units of the invoice's currency. */
export interface PaymentsTable {
  account_id: AccountId
  id: Identity
  invoice_id: number
  kind: Generated<PaymentKind>
  /** What counts on the invoice. Negative for refunds, disputes and reversals. */
  amount: number
  /** What the payment provider received beyond that. */
  surplus: Generated<number>
  paid_on: DateOnly
  method: PaymentMethod
  reference: string
  /** The part before tax. */
  net: number
  home_amount: number
  home_net: number
  /** The provider's payment that it belongs to; null if it was entered by hand. */
  provider_payment_id: string | null
  /** The provider's id of this payment, refund or dispute. */
  provider_id: string | null
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    payments: PaymentsTable
  }
}
