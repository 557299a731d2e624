import type { Generated } from 'kysely'
import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { RoundingMode, WeekDay } from './contract.ts'

/**
 * The freelancer's details on documents, and the defaults of new ones. Name, address, currency and locale are on the
 * account.
 */
export interface BusinessesTable {
  account_id: AccountId
  postal_code: Generated<string>
  city: Generated<string>
  country: Generated<string>
  tax_id: Generated<string>
  email: Generated<string>
  phone: Generated<string>
  website: Generated<string>
  logo_id: number | null
  tax_name: Generated<string>
  tax_rate: Generated<number>
  payment_terms_days: number | null
  /** In the home currency. */
  hourly_rate: number | null
  notes: Generated<string>
  footer: Generated<string>
  payment_details: Generated<string>
  invoice_mail_subject: Generated<string>
  invoice_mail_text: Generated<string>
  account_holder: Generated<string>
  iban: Generated<string>
  bic: Generated<string>
  invoice_prefix: Generated<string>
  issued_is_final: Generated<boolean>
  hours_per_day: Generated<number>
  time_rounding_minutes: Generated<number>
  time_rounding_mode: Generated<RoundingMode>
  week_starts_on: Generated<WeekDay>
}

/** Every logo that the profile or an issued invoice shows. */
export interface LogosTable {
  account_id: AccountId
  id: Identity
  file_sha256: string
  file_size: number
  file_type: string
}

export type NumberedKind = 'invoice' | 'credit_note'

/** The last number of each kind of document, in each year where numbers restart with it. */
export interface NumberSeriesTable {
  account_id: AccountId
  kind: NumberedKind
  /** 0 for a series that does not restart each year. */
  year: Generated<number>
  last_number: number
  /** The first number of the series, as the freelancer wants it. */
  first_number: Generated<number>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    businesses: BusinessesTable
    logos: LogosTable
    number_series: NumberSeriesTable
  }
}
