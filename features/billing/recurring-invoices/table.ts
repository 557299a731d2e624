import type { Generated } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { TaxCategory, Unit } from '#core/document-lines.ts'
import type { Frequency } from '#core/recurrence.ts'
import type { GroupBy } from '#features/billing/billable-work/contract.ts'
import type { Identity, Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Covers, RecurringKind, RecurringProblem } from './contract.ts'

export interface RecurringInvoicesTable {
  account_id: AccountId
  id: Identity
  client_id: number
  project_id: number | null
  kind: RecurringKind
  currency: Currency
  group_by: GroupBy
  /** For a retainer only. */
  included_hours: number | null
  extra_rate: number | null
  covers: Covers
  tax_category: Generated<TaxCategory>
  /** Null to follow the profile, as for the notes. */
  tax_rate: number | null
  notes: string | null
  auto_send: boolean
  frequency: Frequency
  start_date: string
  end_date: string | null
  is_paused: Generated<boolean>
  /** All dates until then are done: invoiced, or left out. */
  handled_until: string | null
  /** The first date after that; null once it has ended. */
  next_date: string | null
  /** The last problem, and its date. */
  problem: RecurringProblem | null
  problem_date: string | null
  problem_reason: Generated<string>
  created_at: Date
  version: Version
}

export interface RecurringInvoiceItemsTable {
  account_id: AccountId
  id: Identity
  recurring_invoice_id: number
  position: number
  description: string
  quantity: number
  unit: Generated<Unit>
  rate: number
  amount: number
}

declare module '#server/database/tables.ts' {
  interface Tables {
    recurring_invoices: RecurringInvoicesTable
    recurring_invoice_items: RecurringInvoiceItemsTable
  }
}
