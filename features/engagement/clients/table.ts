import type { Generated, GeneratedAlways } from 'kysely'
import type { Country } from '#core/country.ts'
import type { Currency } from '#core/currency.ts'
import type { Identity, Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

export interface ClientsTable {
  account_id: AccountId
  id: Identity
  name: string
  email: string
  phone: string
  company: string
  address: string
  notes: string
  currency: Currency
  /** In which the portal writes dates and amounts; null for the account's. */
  locale: string | null
  cc_emails: Generated<string[]>
  postal_code: Generated<string>
  city: Generated<string>
  country: Generated<Country>
  tax_id: Generated<string>
  /** In the client's currency. */
  hourly_rate: number | null
  payment_terms_days: number | null
  approval_required: Generated<boolean>
  reminders_enabled: Generated<boolean>
  mails_enabled: Generated<boolean>
  name_key: string
  /** The key that sorts names as people do: "Sprint 2" before "Sprint 10". */
  name_order: GeneratedAlways<string>
  search: string
  archived_at: Date | null
  erased_at: Date | null
  created_at: Date
  /** The import that created it. */
  import_id: number | null
  version: Version
}

declare module '#server/database/tables.ts' {
  interface Tables {
    clients: ClientsTable
  }
}
