import type { AccountId } from '#server/identity/account-id.ts'

/** Who wants no more mails about news. By address, so that the wish outlives the client's record. */
export interface MailUnsubscriptionsTable {
  account_id: AccountId
  address_hash: Buffer
  unsubscribed_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    mail_unsubscriptions: MailUnsubscriptionsTable
  }
}
