import type { Identity, Json } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { FreelancerNotice } from './rules/combining.ts'
import type { Audience } from './rules.ts'

/** What was mailed in the last 24 hours, or waits for its turn: then `sent_at` is in the future. */
export interface MailSendsTable {
  account_id: AccountId
  id: Identity
  address_hash: Buffer
  audience: Audience
  sent_at: Date
}

/** Notices to the freelancer that are mailed together. */
export interface WaitingNoticesTable {
  account_id: AccountId
  id: Identity
  /** The client that it names. */
  client_id: number | null
  notice: Json<FreelancerNotice>
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    mail_sends: MailSendsTable
    waiting_notices: WaitingNoticesTable
  }
}
