import type { Generated, GeneratedAlways } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { Identity, Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ExpenseCategory } from './contract.ts'

export interface ExpensesTable {
  account_id: AccountId
  id: Identity
  project_id: number | null
  /** Only without a project, which has a client of its own. */
  client_id: number | null
  category: ExpenseCategory
  description: string
  currency: Currency
  amount: number
  exchange_rate: number | null
  /** The amount in the account's currency. */
  home_amount: number
  date: string
  is_billable: boolean
  markup_percent: Generated<number>
  /** The client's price: the amount with the markup. */
  billable_amount: GeneratedAlways<number>
  share_receipts: Generated<boolean>
  is_billed: Generated<boolean>
  /** The line that bills it; null if it is billed elsewhere. */
  invoice_item_id: number | null
  recurring_expense_id: number | null
  /** For which of its dates the recurring expense added it. */
  recurring_date: string | null
  search: string
  created_at: Date
  /** The import that created it. */
  import_id: number | null
  version: Version
}

export interface ExpenseReceiptsTable {
  account_id: AccountId
  id: Identity
  expense_id: number
  file_sha256: string
  file_name: string
  file_size: number
  file_type: string
  /** A small JPEG image of a photo. */
  thumbnail: Buffer | null
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    expenses: ExpensesTable
    expense_receipts: ExpenseReceiptsTable
  }
}
