import type { Generated, GeneratedAlways } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { Identity, Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Billing, InvoiceOnApproval, ProjectStatus } from './contract.ts'

export interface ProjectsTable {
  account_id: AccountId
  id: Identity
  client_id: number | null
  name: string
  description: string
  currency: Currency
  billing: Generated<Billing>
  hourly_rate: number | null
  daily_rate: number | null
  fixed_fee: number | null
  estimated_hours: number | null
  budget_hours: number | null
  budget_amount: number | null
  invoice_on_approval: Generated<InvoiceOnApproval>
  status: ProjectStatus
  start_date: string | null
  end_date: string | null
  name_key: string
  /** The key that sorts names as people do: "Sprint 2" before "Sprint 10". */
  name_order: GeneratedAlways<string>
  search: string
  created_at: Date
  /** The import that created it. */
  import_id: number | null
  version: Version
}

declare module '#server/database/tables.ts' {
  interface Tables {
    projects: ProjectsTable
  }
}
