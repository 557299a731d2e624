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

/** New email addresses from the portal, which take effect once they are confirmed. */
export interface AddressChangesTable {
  account_id: AccountId
  id: Identity
  client_id: number
  /** Null if it is the client's own address. */
  contact_id: number | null
  email: string
  old_email: string
  token_hash: Buffer
  requested_at: Date
  confirmed_at: Date | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    contacts: ContactsTable
    address_changes: AddressChangesTable
  }
}
