import type { Generated } from 'kysely'

/** A sign-in by email that a browser has asked for. Global: who asks is not known yet. */
export interface SignInCodesTable {
  /** The hash of what the browser keeps in a cookie. */
  attempt_hash: Buffer
  email: string
  /** Null until the code is mailed, and if none is. */
  code_hash: Buffer | null
  wrong_guesses: Generated<number>
  asked_at: Date
  mailed_at: Date | null
  used_at: Date | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    sign_in_codes: SignInCodesTable
  }
}
