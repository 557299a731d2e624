import type { Identity, Json } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { FreelancerNotice } from './rules/combining.ts'
import type { Audience } from './rules/mails.ts'

/** Emails of the last 24 hours, and those that wait: their `sent_at` is in the future. */
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

/** Events that the freelancer, or the holder of a portal link, has not seen. */
export interface UnreadTable {
  account_id: AccountId
  id: Identity
  /** Null for the freelancer. */
  access_id: number | null
  client_id: number
  project_id: number | null
  deliverable_id: number | null
  comment_id: number | null
  invoice_id: number | null
  created_at: Date
}

/** Addresses that want no more emails about news. By address, so that the wish outlives the client's record. */
export interface MailUnsubscriptionsTable {
  account_id: AccountId
  address_hash: Buffer
  unsubscribed_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    mail_sends: MailSendsTable
    waiting_notices: WaitingNoticesTable
    unread: UnreadTable
    mail_unsubscriptions: MailUnsubscriptionsTable
  }
}
