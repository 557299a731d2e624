import type { Generated, GeneratedAlways } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** The tenant, and the freelancer who owns it. */
export interface AccountsTable {
  id: GeneratedAlways<AccountId>
  email: string
  email_verified: boolean
  name: string | null
  picture: string | null
  time_zone: string
  /** The home currency, in which dashboard and reports count. */
  currency: Generated<Currency>
  locale: Generated<string>
  business_name: Generated<string>
  business_address: Generated<string>
  created_at: Date
  /** Counts changes by the freelancer; signing in does not count. */
  version: Generated<number>
  /** The day on which the account will be removed, if deletion was requested. */
  delete_at: Date | null
  /** The end of the plan at the payment provider after that. */
  plan_ended_at: Date | null
  removal_began_at: Date | null
  /** The account that opened this demo; null if it is none, or if a visitor opened it. */
  demo_of: AccountId | null
  /** Set for demos only. */
  demo_expires_at: Date | null
  checklist_dismissed_at: Date | null
}

/** The account of an identity. Global: on a sharded database, a reference table. */
export interface IdentitiesTable {
  issuer: string
  subject: string
  account_id: AccountId
  id: Identity
  created_at: Date | null
  last_used_at: Date | null
}

export interface SessionsTable {
  account_id: AccountId
  /** The public id; the token and its hash are never shown. */
  id: Identity
  token_hash: Buffer
  device: Generated<string>
  last_used_at: Date
  created_at: Date
  expires_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    accounts: AccountsTable
    identities: IdentitiesTable
    sessions: SessionsTable
  }
}
