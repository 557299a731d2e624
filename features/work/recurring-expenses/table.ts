import type { Generated } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { Frequency } from '#core/recurrence.ts'
import type { ExpenseCategory } from '#features/work/expenses/contract.ts'
import type { Identity, Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

export interface RecurringExpensesTable {
  account_id: AccountId
  id: Identity
  project_id: number | null
  /** Only without a project, which has a client of its own. */
  client_id: number | null
  category: ExpenseCategory
  description: string
  currency: Currency
  amount: number
  is_billable: boolean
  markup_percent: Generated<number>
  share_receipts: Generated<boolean>
  frequency: Frequency
  start_date: string
  end_date: string | null
  is_paused: Generated<boolean>
  /** All dates until then are done: added to the expenses, or left out during a pause. */
  handled_until: string | null
  /** The first date after that; null once it has ended. */
  next_date: string | null
  created_at: Date
  version: Version
}

declare module '#server/database/tables.ts' {
  interface Tables {
    recurring_expenses: RecurringExpensesTable
  }
}
