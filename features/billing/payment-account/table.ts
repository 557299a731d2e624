import type { Generated } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { CheckoutState } from './rules.ts'

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
  /** How often its payment was read from the provider and stored. */
  readings: Generated<number>
  /** When its payment is read once more. */
  read_again_at: Date | null
  created_at: Date
  expires_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    payment_accounts: PaymentAccountsTable
    invoice_checkouts: InvoiceCheckoutsTable
  }
}
