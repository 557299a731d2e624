import type { Generated, GeneratedAlways } from 'kysely'
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
  business_name: Generated<string>
  business_address: Generated<string>
  created_at: Date
  /** Of what its owner changes: signing in does not count. */
  version: Generated<number>
  /** When the account is to be removed, if its owner asked for that. */
  delete_at: Date | null
  /** When the payment provider was told, since that was asked for. */
  plan_ended_at: Date | null
  removal_began_at: Date | null
}

/** Which account an identity opens. Small and global: on a sharded database, a reference table. */
export interface IdentitiesTable {
  issuer: string
  subject: string
  account_id: AccountId
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
