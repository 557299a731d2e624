import type { Identity, Version } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** People who act for a client, each with portal links of their own. */
export interface ContactsTable {
  account_id: AccountId
  id: Identity
  client_id: number
  name: string
  email: string
  phone: string
  role: string
  /** In which the portal writes dates and amounts; null for the account's. */
  locale: string | null
  gets_invoices: boolean
  gets_news: boolean
  created_at: Date
  /** Since when it is only a row that links and decisions name, without name and details. */
  removed_at: Date | null
  version: Version
}

declare module '#server/database/tables.ts' {
  interface Tables {
    contacts: ContactsTable
  }
}
