import type { DateOnly } from '#core/calendar.ts'
import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { PaymentMethod } from './contract.ts'

/** What a client paid on an invoice, in minor units of the invoice's currency. */
export interface PaymentsTable {
  account_id: AccountId
  id: Identity
  invoice_id: number
  amount: number
  paid_on: DateOnly
  method: PaymentMethod
  reference: string
  /** The part before tax. */
  net: number
  home_amount: number
  home_net: number
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    payments: PaymentsTable
  }
}
