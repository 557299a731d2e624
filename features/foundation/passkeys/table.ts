import type { Generated } from 'kysely'
import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** The public part of a passkey. Its row in `identities` says which account it opens. */
export interface PasskeysTable {
  account_id: AccountId
  id: Identity
  /** As base64url; also the subject of its identity. */
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  /** Names the account to the device, which keeps one passkey for each. */
  user_handle: Buffer
  name: string
  is_backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

/** Each opens the account once: using it deletes it. */
export interface RecoveryCodesTable {
  account_id: AccountId
  code_hash: Buffer
  created_at: Date
}

/** Answering a challenge deletes it. Global, since nobody is signed in yet. */
export interface PasskeyChallengesTable {
  challenge_hash: Buffer
  /** The hash of a token in a cookie, so that only the browser that asked can answer. */
  browser_hash: Buffer
  purpose: string
  /** To which a passkey is added. */
  account_id: AccountId | null
  user_handle: Buffer | null
  expires_at: Date
}

/** The link that creates the first account. Global; one row at most. */
export interface SetupLinksTable {
  is_only: Generated<boolean>
  token_hash: Buffer
  expires_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    passkeys: PasskeysTable
    recovery_codes: RecoveryCodesTable
    passkey_challenges: PasskeyChallengesTable
    setup_links: SetupLinksTable
  }
}
