import type { Generated } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { Identity, Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ProjectStatus } from './contract.ts'

export interface ProjectsTable {
  account_id: AccountId
  id: Identity
  client_id: number | null
  name: string
  description: string
  currency: Currency
  hourly_rate: number | null
  estimated_hours: number | null
  status: ProjectStatus
  start_date: string | null
  end_date: string | null
  name_key: string
  search: string
  created_at: Date
  sample: Generated<boolean>
  version: Version
}

declare module '#server/database/tables.ts' {
  interface Tables {
    projects: ProjectsTable
  }
}
