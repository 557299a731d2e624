import type { Generated } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { PaymentKind, PaymentMethod } from './contract.ts'
import type { CheckoutState } from './rules/connection.ts'

/** The freelancer's own account at the payment provider. */
export interface PaymentAccountsTable {
  account_id: AccountId
  provider_account_id: string
  charges_enabled: boolean
  details_submitted: boolean
  connected_at: Date
  disconnected_at: Date | null
}

/** A session on the provider's payment page. */
export interface InvoiceCheckoutsTable {
  account_id: AccountId
  id: Identity
  invoice_id: number
  provider_account_id: string
  /** The provider's idempotency key, which also names the session in its payment. */
  key: string
  /** A request with other parameters needs another session. */
  parameters: string
  amount: number
  currency: Currency
  state: CheckoutState
  /** Null until the provider has opened it. */
  session_id: string | null
  provider_payment_id: string | null
  /** Number of times its payment was read from the provider and stored. */
  readings: Generated<number>
  /** The next reading of its payment. */
  read_again_at: Date | null
  created_at: Date
  expires_at: Date
}

/** A payment of a client on an invoice, or money back, in minor units of the invoice's currency. */
export interface PaymentsTable {
  account_id: AccountId
  id: Identity
  invoice_id: number
  kind: Generated<PaymentKind>
  /** The amount that counts on the invoice. Negative for refunds, disputes and reversals. */
  amount: number
  /** The amount beyond that: credit of the client. */
  surplus: Generated<number>
  /** The amount that the freelancer does not expect any more. */
  written_off: Generated<number>
  paid_on: DateOnly
  method: PaymentMethod
  reference: string
  /** The part before tax. */
  net: number
  home_amount: number
  home_net: number
  home_written_off: Generated<number>
  /** The bank's or provider's fee, in the home currency. */
  fee: Generated<number>
  /** The amount that reached the account, in the home currency after the fee; null if unknown. */
  received: number | null
  /** Gain or loss against the payment at the invoice's exchange rate. */
  exchange_difference: Generated<number>
  /** Why it was written off. */
  reason: Generated<string>
  /** The entry that a reversal takes back; null if it takes back all before it. */
  reverses_id: number | null
  /** The invoice that a credit comes from or goes to. */
  credit_invoice_id: number | null
  /** The provider's payment that it belongs to; null if it was entered by hand. */
  provider_payment_id: string | null
  /** The provider's id of this payment, refund or dispute. */
  provider_id: string | null
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    payment_accounts: PaymentAccountsTable
    invoice_checkouts: InvoiceCheckoutsTable
    payments: PaymentsTable
  }
}
