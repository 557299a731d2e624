import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Audience } from './rules.ts'

/** What was mailed in the last 24 hours. */
export interface MailSendsTable {
  account_id: AccountId
  id: Identity
  address_hash: Buffer
  audience: Audience
  sent_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    mail_sends: MailSendsTable
  }
}
